// Which sheet a scene is drawn by: that of the theme, and of the layout that suits the frame it is drawn in. Both layouts
// of a theme are fetched, once: a hand may stand beside a board that lies.

import { drawing, isDark } from "../core.js";
import { isScene, paint, SVG } from "./scene.js";

/** @typedef {import("./scene.js").Picture} Picture */
/** @typedef {import("./scene.js").Sheet} Sheet */

/** @type {(address: string) => Promise<Api.Sheet>} */
let ask = () => Promise.reject(new Error("nobody fetches sheets"));
/** @type {Map<string, Promise<Sheet>>} by their addresses */
const asked = new Map();
/** @type {Map<string, Sheet>} */
const sheets = new Map();

/**
 * Let sheets be fetched by this.
 * @param {(address: string) => Promise<Api.Sheet>} fetching
 */
export const fetchBy = (fetching) => {
  ask = fetching;
};

/**
 * The address of the sheet for a layout and the present theme.
 * @param {Api.Scene} scene
 * @param {boolean} standing
 */
const suiting = (scene, standing) => scene.sheets[`${standing ? "standing" : "lying"}-${isDark() ? "dark" : "light"}`];

/** @param {Api.Scene} scene */
const both = (scene) => [suiting(scene, false), suiting(scene, true)];

/** Whether a picture can be drawn at once. @param {Picture} picture */
export const isReady = (picture) => !isScene(picture) || both(picture).every((address) => sheets.has(address));

/**
 * Fetch the sheets that a picture may need, unless they are there.
 * @param {Picture} picture
 */
export async function prepare(picture) {
  if (isScene(picture)) await Promise.all(both(picture).map(fetchSheet));
}

/** @param {string} address */
function fetchSheet(address) {
  const known = asked.get(address);
  if (known) return known;
  const sheet = ask(address).then((found) => read(address, found));
  asked.set(address, sheet);
  sheet.then((found) => sheets.set(address, found), () => asked.delete(address));
  return sheet;
}

/**
 * A sheet with its symbols as elements, to be copied.
 * @param {string} address
 * @param {Api.Sheet} sheet
 * @returns {Sheet}
 */
function read(address, { symbols, styles, board, hand }) {
  return {
    address,
    symbols: new Map(Object.entries(symbols).map(([name, markup]) => [name, element(markup)])),
    styles,
    parts: { board: { ...board, ground: element(board.ground) }, hand: { ...hand, ground: element(hand.ground) } },
  };
}

/** @param {string} markup */
const element = (markup) => /** @type {Element} */ (drawing(`<svg xmlns="${SVG}">${markup}</svg>`).firstElementChild);

/**
 * The sheet for a scene: the one that suits, or while that is not there another one of the same board.
 * @param {Api.Scene} scene
 * @param {boolean} standing
 */
export function sheetOf(scene, standing) {
  const address = [suiting(scene, standing), ...Object.values(scene.sheets)].find((each) => sheets.has(each));
  const sheet = sheets.get(address ?? "");
  if (!sheet) throw new Error("the sheet of this scene has not been fetched");
  return sheet;
}

/**
 * Whether a drawing of a scene was made by a sheet that does not suit any more.
 * @param {import("./scene.js").Painted} svg
 * @param {boolean} standing
 */
export const isOutgrown = ({ scene, sheet }, standing) => Boolean(scene && sheet && sheet.address !== suiting(scene, standing));

/**
 * A picture as a drawing.
 * @param {Picture} picture
 * @param {boolean} standing
 * @returns {import("./scene.js").Painted}
 */
export const drawn = (picture, standing) => (isScene(picture) ? paint(picture, sheetOf(picture, standing)) : drawing(picture));
