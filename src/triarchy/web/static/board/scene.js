// Scenes: lists of things (`kit/scene.py`), drawn as a sheet says: its symbols, its places, its styles.
// `kit/svg.py: scene_svg` makes the same elements of them.

export const SVG = "http://www.w3.org/2000/svg";
const FADED = 0.6;

/** A drawing as the server sends it: a scene, or markup of a game that has none. @typedef {Api.Scene | string} Picture */

/** The board or the hand, as a sheet has it. @typedef {Omit<Api.SheetPart, "ground"> & { ground: Element }} Part */

/**
 * A sheet with its symbols as elements, to be copied.
 * @typedef {{ address: string, symbols: Map<string, Element>, styles: Api.Sheet["styles"], parts: Record<string, Part> }} Sheet
 */

/** A drawing of a scene knows what it shows. @typedef {Drawing & { scene?: Api.Scene, sheet?: Sheet, parts?: Map<string, SVGElement> }} Painted */

/**
 * @param {Picture} picture
 * @returns {picture is Api.Scene}
 */
export const isScene = (picture) => typeof picture !== "string";

/**
 * A scene as a drawing.
 * @param {Api.Scene} scene
 * @param {Sheet} sheet
 * @returns {Painted}
 */
export function paint(scene, sheet) {
  const part = sheet.parts[scene.part];
  const { width, height } = part;
  const svg = /** @type {Painted} */ (shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height }));
  const parts = new Map(scene.nodes.map((node) => [node.key, elementOf(node, sheet, part)]));
  svg.append(part.ground.cloneNode(true), ...parts.values());
  return Object.assign(svg, { scene, sheet, parts });
}

/**
 * Let a drawing show another scene: what is as it was stays; all else is made anew, as is what can be pressed, which
 * pages change as they need. Returns whether it could be done.
 * @param {Painted} svg
 * @param {Api.Scene} scene
 * @param {Sheet} sheet
 */
export function repaint(svg, scene, sheet) {
  if (!svg.parts || svg.scene?.part !== scene.part || svg.sheet !== sheet) return false;
  const { kept, gone } = compared(svg.scene.nodes, scene.nodes);
  const old = svg.parts;
  for (const key of gone) old.get(key)?.remove();
  /** @type {Map<string, SVGElement>} */
  const parts = new Map();
  let last = /** @type {Element} */ (svg.firstElementChild);
  for (const node of scene.nodes) {
    const before = old.get(node.key);
    const stays = before && kept.has(node.key);
    const now = stays ? before : elementOf(node, sheet, sheet.parts[scene.part]);
    if (stays) before.removeAttribute("class"); // it may have been marked
    else before?.remove();
    if (last.nextElementSibling !== now) last.after(now);
    last = now;
    parts.set(node.key, now);
  }
  Object.assign(svg, { scene, parts });
  return true;
}

/**
 * The keys of things that stay as they are, and those that are gone.
 * @param {Api.Node[]} before
 * @param {Api.Node[]} after
 */
export function compared(before, after) {
  const old = new Map(before.map((node) => [node.key, JSON.stringify(node)]));
  const stay = after.filter((node) => !node.move && !node.why && old.get(node.key) === JSON.stringify(node));
  const keys = new Set(after.map((node) => node.key));
  return { kept: new Set(stay.map((node) => node.key)), gone: [...old.keys()].filter((key) => !keys.has(key)) };
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
 * @param {Sheet} sheet
 * @param {Part} part
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
