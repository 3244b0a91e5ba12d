// The browser's Back closes what lies over the page, as the button of a phone is expected to.

/** @type {(() => void)[]} how what lies over the page is closed, the topmost last */
const open = [];

/** How many entries of ours the history has up to where the reader is: it is told by the entry itself. */
let entries = depth(history.state);

/** @param {unknown} state */
function depth(state) {
  const over = state && typeof state === "object" && "over" in state ? state.over : 0;
  return typeof over === "number" ? over : 0;
}

/**
 * Something has been opened over the page: Back closes it by calling this.
 * @param {() => void} close
 */
export function openedOver(close) {
  open.push(close);
  if (open.length <= entries) return; // the entry of something that was closed otherwise serves again
  entries = open.length;
  history.pushState({ over: entries }, "");
}

/**
 * It has been closed, in whatever way.
 * @param {() => void} close
 */
export function closedOver(close) {
  const place = open.indexOf(close);
  if (place >= 0) open.splice(place, 1);
}

addEventListener("popstate", ({ state }) => {
  const before = entries;
  entries = depth(state);
  if (open.length > entries) open.pop()?.();
  // What the entry was made for has been closed long since: Back means to leave the page.
  else if (before > entries) history.back();
});
