// Which sheet a scene is drawn by: fetched once, for the layout that suits the window and for the theme.

import { askWhenReady, drawing, isDark } from "../core.js";
import { isScene, paint, SVG } from "./scene.js";

const TALL = 1.9; // how many times as high as wide a window is whose boards stand upright

/** @typedef {import("./scene.js").Picture} Picture */
/** @typedef {import("./scene.js").Sheet} Sheet */

/** @type {Map<string, Promise<Sheet>>} by their addresses */
const asked = new Map();
/** @type {Map<string, Sheet>} */
const sheets = new Map();

/** Whether boards stand upright: a matter of the window alone, so that nothing on a page turns them. */
export const isUpright = () => innerHeight > TALL * innerWidth;

/**
 * The address of the sheet that suits the window and the theme.
 * @param {Api.Scene} scene
 */
const suiting = (scene) => scene.sheets[`${isUpright() ? "standing" : "lying"}-${isDark() ? "dark" : "light"}`];

/** Whether a picture can be drawn at once. @param {Picture} picture */
export const isReady = (picture) => !isScene(picture) || sheets.has(suiting(picture));

/**
 * Fetch the sheet that a picture needs, unless it is there.
 * @param {Picture} picture
 */
export async function prepare(picture) {
  if (!isScene(picture)) return;
  const address = suiting(picture);
  if (!asked.has(address)) {
    const sheet = askWhenReady(address).then((found) => read(address, found));
    asked.set(address, sheet);
    sheet.then((found) => sheets.set(address, found), () => asked.delete(address));
  }
  await asked.get(address);
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
 */
export function sheetOf(scene) {
  const address = [suiting(scene), ...Object.values(scene.sheets)].find((each) => sheets.has(each));
  const sheet = sheets.get(address ?? "");
  if (!sheet) throw new Error("the sheet of this scene has not been fetched");
  return sheet;
}

/**
 * Whether a drawing of a scene was made by a sheet that does not suit any more.
 * @param {import("./scene.js").Painted} svg
 */
export const isOutgrown = ({ scene, sheet }) => Boolean(scene && sheet && sheet.address !== suiting(scene));

/**
 * A picture as a drawing.
 * @param {Picture} picture
 * @returns {import("./scene.js").Painted}
 */
export const drawn = (picture) => (isScene(picture) ? paint(picture, sheetOf(picture)) : drawing(picture));
