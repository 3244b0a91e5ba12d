// What the reader has played: record, ratings, opponents, the games one by one.

import { ask, busy, byId, language, make, refusal, say, toast } from "./core.js";
import { strengthName } from "./panels.js";
import { settingsButton } from "./settings.js";

/**
 * A table of figures.
 * @param {string[]} heads
 * @param {Child[][]} rows the first cell of each names it
 */
export function figures(heads, rows) {
  const head = make("tr", {}, ...heads.map((words) => make("th", { scope: "col" }, words)));
  const lines = rows.map(([name, ...values]) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...values.map((value) => make("td", {}, value))),
  );
  return make("div", { class: "scrolls", tabindex: 0 }, make("table", { class: "figures-table" }, make("thead", {}, head), make("tbody", {}, ...lines)));
}

/** @param {number} value */
const number = (value) => value.toLocaleString(language, { maximumFractionDigits: 2 });

/** @param {Api.Rated} rated */
export const ratingWords = (rated) => `${number(rated.rating)} ± ${number(rated.uncertainty)}`;

/** @param {string} words */
const empty = (words) => make("p", { class: "empty" }, words);

/** @param {Api.Statistics} found */
function showStatistics(found) {
  const { records, ratings, opponents } = found;
  const none = say("No finished games yet.");
  byId("records").replaceChildren(
    records.length
      ? figures(
          [say("Game"), say("Players"), say("Games"), say("Wins"), say("Average rank")],
          records.map((row) => [row.title, row.players, row.games, number(row.wins), number(row.mean_rank)]),
        )
      : empty(none),
  );
  byId("ratings").replaceChildren(
    ratings.length
      ? figures([say("Game"), say("Rating"), say("Rated games")], ratings.map((row) => [row.title, ratingWords(row), row.rated_games]))
      : empty(say("No rated games yet.")),
  );
  byId("opponents").replaceChildren(
    opponents.length
      ? figures(
          [say("Opponent"), say("Games"), say("You finished ahead"), say("You finished behind")],
          opponents.map((row) => [row.bot ? strengthName(row.bot) : row.name, row.games, row.ahead, row.behind]),
        )
      : empty(none),
  );
  if (found.leaderboard) byId("listing").replaceChildren(listing(found.listed));
}

/** @param {boolean} listed */
function listing(listed) {
  const seen = make("input", {
    type: "checkbox",
    checked: listed,
    onchange: async () => {
      try {
        await ask("/api/me/listed", { method: "PUT", body: { listed: seen.checked } });
        toast(say("Saved."));
      } catch (error) {
        seen.checked = !seen.checked;
        toast(refusal(error).message);
      }
    },
  });
  return make(
    "div",
    { class: "stack" },
    make("label", { class: "check" }, seen, say("Show my name and rating on the leaderboard")),
    make("p", {}, make("a", { href: "/leaderboard" }, say("Leaderboard"))),
  );
}

/** @param {Api.PlayedGame} game */
function played(game) {
  const mine = game.seats.filter((seat) => seat.you).map((seat) => seat.rank);
  const who = game.seats.map((seat) => `${seat.rank}. ${seat.you ? say("you") : seat.name} (${number(seat.score)})`).join(" · ");
  const day = new Date(game.finished).toLocaleDateString(language, { dateStyle: "medium" });
  const content = [
    make("strong", {}, game.title),
    make("span", { class: "aside" }, game.rated ? `${day} · ${say("rated")}` : day),
    make("span", { class: "who" }, who),
    make("span", { class: mine.includes(1) ? "place won" : "place" }, mine.includes(1) ? say("Won") : say("Rank {rank}", { rank: Math.min(...mine) })),
  ];
  return make("li", {}, game.table ? make("a", { href: `/replay/${game.table}` }, ...content) : make("div", {}, ...content));
}

/** @type {number | null} */
let next = null;

async function showGames() {
  /** @type {Api.History} */
  const page = await ask("/api/me/history", { query: { before: next } });
  byId("played").append(...page.games.map(played));
  byId("download").hidden = !byId("played").childElementCount;
  next = page.next;
  byId("more").hidden = next === null;
}

async function start() {
  settingsButton();
  const more = byId("more");
  more.addEventListener("click", () => busy(more, showGames));
  try {
    await Promise.all([ask("/api/me/statistics").then(showStatistics), showGames()]);
  } catch (error) {
    toast(refusal(error).message);
  }
}

if (document.documentElement.dataset.page === "history") start();
