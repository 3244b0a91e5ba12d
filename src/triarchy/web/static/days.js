// A table with hours or days to move: whoever sits there is offered to be told of their turn.

import { button, icon, make, memory, say, toast } from "./core.js";
import { isOn, switchOn } from "./notify.js";

const SLOW = 3600; // seconds for a turn or a game, from which nobody waits at the page

/**
 * Whether this reader has not yet said yes or no.
 * @param {Api.Table} table
 */
function isOpen(table) {
  const seated = table.seats.some((seat) => seat.you);
  return seated && (table.time_limit ?? 0) >= SLOW && "Notification" in globalThis && !isOn() && memory.get("notify") === null;
}

/**
 * The offer, or nothing where it has been answered or makes no sense.
 * @param {Api.Table} table
 */
export function notifyOffer(table) {
  if (!isOpen(table)) return "";
  const offer = make("div", { class: "panel offer", id: "notify-offer" }, icon("bell"), make("span", {}, say("You have time to think here. Get a notification when it is your turn?")));
  const answer = async (/** @type {boolean} */ yes) => {
    memory.set("notify", "no");
    if (yes && !(await switchOn())) toast(say("The browser does not allow notifications for this page."));
    offer.remove();
  };
  offer.append(button(say("Notify me"), () => answer(true), { kind: "primary" }), button(say("No"), () => answer(false), { kind: "quiet" }));
  return offer;
}

/**
 * The same at a running table, above it, while the others are to move.
 * @param {Api.Screen} screen
 */
export function offerWhileWaiting(screen) {
  document.querySelector(".lost#notify-offer")?.remove();
  if (screen.your_turn || screen.result) return;
  const offer = notifyOffer(screen.table);
  if (!offer) return;
  offer.className = "lost";
  document.body.append(offer);
}
