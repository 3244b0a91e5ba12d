// Somebody is away: a bot may play on for them, and who lost their seat gets a new link.

import { ask, busy, button, byId, dialog, make, say, toast } from "./core.js";
import { isAway } from "./panels.js";
import { linkToShare } from "./sharing.js";

/**
 * In the list of players, a button beside who is away.
 * @param {import("./table.js").TablePage} page
 * @param {Api.Screen} screen
 */
export function offerHelp(page, screen) {
  const may = screen.held.length > 0 || screen.table.mine;
  for (const player of screen.players) {
    const row = byId("players-list").querySelector(`[data-seat="${player.seat}"]`);
    if (!may || !row || !isAway(player)) continue;
    row.append(button(say("{name} is away", { name: player.name }), () => open(page, screen, player), { kind: "small absent" }));
  }
}

/**
 * @param {import("./table.js").TablePage} page
 * @param {Api.Screen} screen
 * @param {Api.Player} player
 */
function open(page, screen, player) {
  const { name, seat } = player;
  /** @type {HTMLButtonElement} */
  const standIn = button(say("Let a bot take over"), () => busy(standIn, async () => {
    await ask(page.path(`/seats/${seat}/stand-in`), { method: "POST", body: {} });
    box.close("");
    toast(say("A bot plays until {name} is back.", { name }));
    await page.refresh();
  }), { kind: "primary", id: "stand-in" });
  /** @type {HTMLButtonElement} */
  const link = button(say("New private link for {name}", { name }), () => busy(link, async () => {
    /** @type {Api.SeatLink} */
    const made = await ask(page.path(`/seats/${seat}/link`), { method: "POST", body: {} });
    const words = say("Send this only to {name}. It works once, for {days} days. Anyone who opens it takes the seat; everybody at the table will see that.", { name, days: made.days });
    link.replaceWith(make("div", { class: "stack" }, make("p", {}, words), linkToShare(made.link, say("Private link"))));
  }), { id: "new-link" });
  const content = make(
    "div",
    { class: "stack" },
    make("p", {}, screen.table.mine ? say("You are the host: you can let a bot take over for {name}.", { name }) : say("If {name} stays away for a few minutes, you can let a bot take over.", { name })),
    standIn,
    screen.table.mine ? link : "",
  );
  const box = dialog(say("{name} is away", { name }), content);
}
