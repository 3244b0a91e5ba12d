// The leaderboard of one game.

import { ask, byId, make, refusal, say, toast } from "./core.js";
import { figures, ratingWords } from "./history.js";
import { strengthName } from "./panels.js";
import { settingsButton } from "./settings.js";

/** @param {Api.Leader} row */
function name(row) {
  if (!row.bot) return row.you ? make("strong", {}, row.name) : row.name;
  return make("span", { class: "aside" }, say("{strength}, version {version}", { strength: strengthName(row.bot), version: row.version ?? "" }));
}

async function start() {
  settingsButton();
  const holder = byId("leaders");
  try {
    /** @type {Api.Leaderboard} */
    const { rows } = await ask(`/api/leaderboard/${holder.dataset.game}`);
    holder.replaceChildren(
      rows.length
        ? figures([say("Player"), say("Rating"), say("Rated games")], rows.map((row) => [name(row), ratingWords(row), row.rated_games]))
        : make("p", { class: "empty" }, say("Nobody has played a rated game yet.")),
    );
  } catch (error) {
    toast(refusal(error).message);
  }
}

start();
