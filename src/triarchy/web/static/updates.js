// Drawings made of the one before by what changed: see Updates in docs/api.md.

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
