// Scenes: lists of things (`kit/scene.py`), drawn as a sheet says: its symbols, its places, its styles. A sheet belongs
// to a layout and a theme and never changes; `kit/svg.py: scene_svg` makes the same elements of both.

import { askWhenReady, drawing, isDark } from "../core.js";

const SVG = "http://www.w3.org/2000/svg";
const TALL = 1.9; // how many times as high as wide a window is whose boards stand upright
const FADED = 0.6;

/** A drawing as the server sends it: a scene, or markup of a game that has none. @typedef {Api.Scene | string} Picture */

/** Whether boards stand upright: a matter of the window alone, so that nothing on a page turns them. */
export const isUpright = () => innerHeight > TALL * innerWidth;

/** A sheet with its symbols as elements, to be copied. @typedef {Omit<Api.Sheet, "symbols"> & { symbols: Map<string, Element>, grounds: Map<string, Element> }} ReadSheet */

/** @type {Map<string, Promise<ReadSheet>>} by their addresses */
const asked = new Map();
/** @type {Map<string, ReadSheet>} */
const sheets = new Map();

/**
 * @param {Picture} picture
 * @returns {picture is Api.Scene}
 */
export const isScene = (picture) => typeof picture !== "string";

/**
 * The address of the sheet that suits the window and the theme.
 * @param {Api.Scene} scene
 */
export const suiting = (scene) => scene.sheets[`${isUpright() ? "standing" : "lying"}-${isDark() ? "dark" : "light"}`];

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
    const sheet = askWhenReady(address).then(read);
    asked.set(address, sheet);
    sheet.then((found) => sheets.set(address, found), () => asked.delete(address));
  }
  await asked.get(address);
}

/**
 * @param {Api.Sheet} sheet
 * @returns {ReadSheet}
 */
function read(sheet) {
  const parts = /** @type {[string, Api.SheetPart][]} */ ([["board", sheet.board], ["hand", sheet.hand]]);
  return {
    ...sheet,
    symbols: new Map(Object.entries(sheet.symbols).map(([name, markup]) => [name, element(markup)])),
    grounds: new Map(parts.map(([name, part]) => [name, element(part.ground)])),
  };
}

/** @param {string} markup */
const element = (markup) => /** @type {Element} */ (drawing(`<svg xmlns="${SVG}">${markup}</svg>`).firstElementChild);

/**
 * The sheet for a picture: the one that suits, or where that is not there yet another one of the same board.
 * @param {Api.Scene} scene
 */
function sheetFor(scene) {
  const address = [suiting(scene), ...Object.values(scene.sheets)].find((each) => sheets.has(each)) ?? "";
  return { address, sheet: sheets.get(address) };
}

/**
 * How wide and how high a scene's part of its sheet is.
 * @param {Api.Scene} scene
 */
export function sizeOf(scene) {
  const part = partOf(sheetFor(scene).sheet, scene);
  return part ? { width: part.width, height: part.height } : null;
}

/**
 * @param {ReadSheet | undefined} sheet
 * @param {Api.Scene} scene
 */
const partOf = (sheet, scene) => (scene.part === "hand" ? sheet?.hand : sheet?.board);

/** A drawing of a scene knows what it shows. @typedef {Drawing & { scene?: Api.Scene, sheet?: string, parts?: Map<string, SVGElement> }} Painted */

/**
 * A picture as a drawing; a scene's sheet must be there.
 * @param {Picture} picture
 * @returns {Painted}
 */
export const drawn = (picture) => (isScene(picture) ? paint(picture) : drawing(picture));

/**
 * A scene as a drawing.
 * @param {Api.Scene} scene
 * @returns {Painted}
 */
function paint(scene) {
  const { address, sheet } = sheetFor(scene);
  const part = partOf(sheet, scene);
  if (!sheet || !part) throw new Error("the sheet of this scene is not there");
  const { width, height } = part;
  const svg = /** @type {Painted} */ (shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height }));
  svg.append(/** @type {Element} */ (sheet.grounds.get(scene.part)).cloneNode(true));
  const parts = scene.nodes.map((node) => /** @type {[string, SVGElement]} */ ([node.key, elementOf(node, sheet, part)]));
  svg.append(...parts.map(([, each]) => each));
  return Object.assign(svg, { scene, sheet: address, parts: new Map(parts) });
}

/**
 * Let a drawing show another scene: what is as it was stays, all else is made anew, as is what can be pressed, which
 * pages change as they need. Returns whether it could be done.
 * @param {Element | null} svg
 * @param {Api.Scene} scene
 */
export function repaint(svg, scene) {
  const painted = /** @type {Painted} */ (svg);
  const { address, sheet } = sheetFor(scene);
  const part = partOf(sheet, scene);
  if (!painted?.parts || painted.scene?.part !== scene.part || painted.sheet !== address || !sheet || !part) return false;
  const plan = planned(painted.scene.nodes, scene.nodes);
  const { parts } = painted;
  for (const key of plan.gone) parts.get(key)?.remove();
  /** @type {Map<string, SVGElement>} */
  const now = new Map();
  let last = painted.firstElementChild;
  for (const node of scene.nodes) {
    const old = parts.get(node.key);
    const shown = old && plan.kept.has(node.key) ? old : elementOf(node, sheet, part);
    if (shown === old) old.removeAttribute("class");
    else old?.remove();
    if (last?.nextElementSibling !== shown) last?.after(shown);
    last = shown;
    now.set(node.key, shown);
  }
  Object.assign(painted, { scene, parts: now });
  return true;
}

/**
 * Which elements of a drawing stay as they are, and which keys are gone.
 * @param {Api.Node[]} before
 * @param {Api.Node[]} after
 */
export function planned(before, after) {
  const old = new Map(before.map((node) => [node.key, JSON.stringify(node)]));
  const stays = after.filter((node) => !node.move && !node.why && old.get(node.key) === JSON.stringify(node));
  const keys = new Set(after.map((node) => node.key));
  return { kept: new Set(stays.map((node) => node.key)), gone: [...old.keys()].filter((key) => !keys.has(key)) };
}

/**
 * The scene after edits of its nodes: see Updates in docs/reference/http.md.
 * @param {Api.Scene} scene
 * @param {Api.SceneEdits} edits
 * @returns {Api.Scene}
 */
export function edited(scene, { gone, put }) {
  const away = new Set([...gone, ...put.map(([, node]) => node.key)]);
  const nodes = scene.nodes.filter((node) => !away.has(node.key));
  for (const [place, node] of put) nodes.splice(place, 0, node);
  return { ...scene, nodes };
}

/**
 * One thing, as an element.
 * @param {Api.Node} node
 * @param {ReadSheet} sheet
 * @param {Api.SheetPart} part
 */
function elementOf(node, sheet, part) {
  const [x, y, scale] = part.places[node.at ?? ""];
  const inner = shape("g", { transform: `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}`, opacity: node.faded ? FADED : undefined });
  for (const name of node.symbols ?? []) inner.append(/** @type {Element} */ (sheet.symbols.get(name)).cloneNode(true));
  if (node.text) {
    const words = shape("text", sheet.styles[node.style ?? ""]);
    words.textContent = node.text;
    inner.append(words);
  }
  const handles = { "data-key": node.thing === false ? undefined : node.key, "data-what": node.what, "data-why": node.why };
  if (!node.move) return shape("g", handles, inner);
  const title = shape("title", {});
  title.textContent = node.label ?? "";
  return shape("g", { ...handles, "data-move": node.move, class: "target", role: "button", tabindex: "0", "aria-label": node.label }, title, inner);
}

/**
 * @param {string} name
 * @param {Record<string, string | number | undefined>} attributes
 * @param {...Element} children
 * @returns {SVGElement}
 */
function shape(name, attributes, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
