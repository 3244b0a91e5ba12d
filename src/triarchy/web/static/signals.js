// Signals around a new screen: points that fly, "your turn" in the title and as a notification,
// the time that is left.

import { fly } from "./board/animate.js";
import { byId, make, say, serverNow } from "./core.js";
import { isOn, isPushed } from "./notify.js";
import { callToTurn, play } from "./sounds.js";
import { setTitle } from "./waiting.js";

let ticking = 0;

/**
 * Points that were won fly from where something changed to the player.
 * @param {import("./board/board.js").BoardView} view
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
function homeOf(seat) {
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

const LOW_SHARE = 0.1;
const LOW_SECONDS = 20;

/** @param {number} left in seconds */
function timeWords(left) {
  const seconds = Math.max(0, Math.round(left));
  if (seconds >= 2 * 86400) return say("{days} d {hours} h", { days: Math.floor(seconds / 86400), hours: Math.floor((seconds % 86400) / 3600) });
  if (seconds >= 3600) return say("{hours} h {minutes} min", { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Every player's clock; that of who is to move runs, and warns when it is low.
 * @param {Api.Screen} screen
 * @param {(words: string) => void} announce
 */
export function showClock(screen, announce) {
  clearInterval(ticking);
  document.getElementById("clock")?.remove();
  const limit = screen.table.time_limit;
  if (limit === null) return;
  const low = Math.max(LOW_SECONDS, LOW_SHARE * limit);
  const ends = screen.deadline ? Date.parse(screen.deadline) : null;
  const element = make("small", { id: "clock" });
  if (ends !== null) byId("prompt").append(element);
  let warned = false;
  const tick = () => {
    for (const player of screen.players) {
      const running = ends !== null && player.to_move;
      const full = player.clock ?? 0;
      const left = running ? Math.min(full, (ends - serverNow()) / 1000) : full;
      for (const place of document.querySelectorAll(`[data-clock="${player.seat}"]`)) {
        place.textContent = timeWords(left);
        place.classList.toggle("low", left <= low);
        place.classList.toggle("running", running);
      }
      if (!running) continue;
      element.textContent = say("Time left: {time}", { time: timeWords(left) });
      element.classList.toggle("low", left <= low);
      if (left <= low && player.you && !warned) {
        warned = true;
        announce(say("Your time is running out."));
      }
    }
  };
  tick();
  if (ends !== null) ticking = setInterval(tick, 1000);
}
