// How many tables wait for the reader: in the tab's title and on the app's icon.

import { ask } from "./core.js";

const SECONDS = 60;
let words = document.title;
let here = false;
let waiting = 0;

/**
 * The page's title; the number of waiting tables stands before it.
 * @param {string} text
 * @param {boolean} [yours] whether this page itself says that it is the reader's turn
 */
export function setTitle(text, yours = false) {
  const turned = yours !== here;
  words = text;
  here = yours;
  write();
  if (turned) count();
}

function write() {
  // One table that says so itself is not counted out as well.
  const others = waiting > (here ? 1 : 0);
  document.title = others ? `(${waiting}) ${words}` : words;
}

/** @param {number} number */
function show(number) {
  waiting = number;
  write();
  const shown = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  shown?.catch(() => {}); // not every device has room for it
}

async function count() {
  try {
    /** @type {Api.Waiting} */
    const answer = await ask("/api/me/waiting");
    show(answer.waiting);
  } catch {
    // the next look will tell
  }
}

/** Look now, whenever the page is looked at again, and now and then. */
export function watchWaiting() {
  count();
  document.addEventListener("visibilitychange", () => document.hidden || count());
  setInterval(() => document.hidden || count(), SECONDS * 1000);
  navigator.serviceWorker?.addEventListener("message", (event) => show(event.data.waiting));
}
