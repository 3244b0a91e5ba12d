// Signals around a new screen: points that fly, "your turn" in the title and as a notification,
// the time that is left.

import { fly } from "./animate.js";
import { byId, make, say } from "./core.js";
import { isOn, isPushed } from "./notify.js";
import { callToTurn, play } from "./sounds.js";
import { setTitle } from "./waiting.js";

let ticking = 0;

/**
 * Points that were won fly from where something changed to the player.
 * @param {import("./board.js").BoardView} view
 * @param {Api.Screen | null} before
 * @param {Api.Screen} screen
 */
export function flyPoints(view, before, screen) {
  if (!before || before.number >= screen.number || !view.change) return;
  const { came, moved } = view.change;
  const key = [...came, ...moved][0];
  const element = key && view.now.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!element) return;
  for (const player of screen.players) {
    const gain = Number(player.score) - Number(before.players[player.seat]?.score);
    const home = homeOf(player.seat);
    if (gain > 0 && home && player.score !== "") fly(`+${gain}`, element.getBoundingClientRect(), home.getBoundingClientRect());
  }
}

/**
 * Where a player is shown on this screen: in the list or in the phone's strip.
 * @param {number} seat
 */
export function homeOf(seat) {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(`[data-seat="${seat}"]`);
  return [...places].find((place) => place.offsetParent);
}

/**
 * The reader's turn in the tab's title, as a sound and, if allowed, as a notification.
 * @param {Api.Screen} screen
 * @param {Api.Screen | null} before
 */
export function showTitle(screen, before) {
  const name = screen.table.name || screen.table.title;
  setTitle(screen.your_turn ? `● ${say("Your turn")} · ${name}` : `${name} · Triarchy`, screen.your_turn);
  const fresh = screen.your_turn && (!before || !before.your_turn);
  const called = before && screen.your_turn && (fresh || screen.turn !== before.turn);
  if (called) callToTurn();
  else if (before && screen.number > before.number) play("move");
  if (fresh && document.hidden && isOn() && !isPushed()) {
    const note = new Notification(say("Your turn"), { body: `${name}: ${screen.prompt}`, tag: screen.table.id });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}

/**
 * The time left for this decision, where the table has a limit.
 * @param {Api.Screen} screen
 */
export function showClock(screen) {
  clearInterval(ticking);
  document.getElementById("clock")?.remove();
  if (!screen.deadline) return;
  const ends = Date.parse(screen.deadline);
  const element = make("small", { id: "clock" });
  byId("prompt").append(element);
  const tick = () => {
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
    const time = left >= 3600 ? `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    element.textContent = say("Time left: {time}", { time });
  };
  tick();
  ticking = setInterval(tick, 1000);
}
