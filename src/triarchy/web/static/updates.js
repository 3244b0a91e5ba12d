// Screens made of the one before by what changed: see Updates in docs/api.md.

/**
 * The drawing that edits make of another one; they count the pieces between one "<" and the next.
 * @param {string} drawing
 * @param {Array<[number, number, string]>} edits
 */
export function edited(drawing, edits) {
  const tags = drawing.split("<").slice(1);
  /** @type {string[]} */
  const parts = [];
  let at = 0;
  for (const [start, gone, text] of edits) {
    for (; at < start; at++) parts.push("<", tags[at] ?? "");
    parts.push(text);
    at += gone;
  }
  for (; at < tags.length; at++) parts.push("<", tags[at] ?? "");
  return parts.join("");
}

/**
 * The screen after an update; null if it does not follow this one.
 * @param {Api.Screen | null} screen
 * @param {Api.Update} update
 * @returns {Api.Screen | null}
 */
export function updated(screen, update) {
  if (update.after === null) return /** @type {any} */ (update.set);
  if (screen?.event !== update.after) return null;
  /** @type {Api.Screen} */
  const next = { ...screen, ...update.set };
  if (update.board) next.board = edited(screen.board, update.board);
  if (update.hand) next.hand = edited(screen.hand, update.hand);
  if (update.log) next.log = [...screen.log.slice(0, update.log[0]), ...update.log[1]];
  if (update.chat) next.chat = [...screen.chat.slice(0, update.chat[0]), ...update.chat[1]];
  return next;
}
