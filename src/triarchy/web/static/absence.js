// Somebody is away: a bot may play on for them, and who lost their seat gets a new link.

import { ask, busy, button, byId, copyField, dialog, make, say, toast } from "./core.js";
import { isAway } from "./panels.js";

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
  const standIn = button(say("Let a bot play on"), () => busy(standIn, async () => {
    await ask(page.path(`/seats/${seat}/stand-in`), { method: "POST", body: {} });
    box.close("");
    toast(say("A bot plays on until {name} is back.", { name }));
    await page.refresh();
  }), { kind: "primary", id: "stand-in" });
  /** @type {HTMLButtonElement} */
  const link = button(say("New private link for {name}", { name }), () => busy(link, async () => {
    /** @type {Api.SeatLink} */
    const made = await ask(page.path(`/seats/${seat}/link`), { method: "POST", body: {} });
    const words = say("Send this to {name} alone. It works once, for {days} days; whoever opens it has the seat. Everybody at the table is told.", { name, days: made.days });
    link.replaceWith(make("div", { class: "stack" }, make("p", {}, words), copyField(made.link, say("Private link"))));
  }), { id: "new-link" });
  const content = make(
    "div",
    { class: "stack" },
    make("p", {}, screen.table.mine ? say("You opened the table: you may let a bot play on for {name}.", { name }) : say("If {name} stays away for some minutes, you may let a bot play on.", { name })),
    standIn,
    screen.table.mine ? link : "",
  );
  const box = dialog(say("{name} is away", { name }), content);
}
