// Every change of a drawing passes through here: the old and the new one are compared by
// `data-key`, and what moved really moves (first, last, invert, play).

import { calm } from "../core.js";

const TIME = 260;
const STEP = 70; // a pushed chain goes one after the other
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const FAR = 2; // pixels; less is rounding

/**
 * Where each key stands now, and its element.
 * @param {...Element} holders
 */
export function places(...holders) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const holder of holders) {
    /** @type {NodeListOf<SVGElement>} */
    const keyed = holder.querySelectorAll("[data-key]");
    for (const element of keyed) {
      const box = element.getBoundingClientRect();
      if (element.dataset.key && (box.width || box.height)) {
        found.set(element.dataset.key, { element, box, svg: element.ownerSVGElement, holder });
      }
    }
  }
  return found;
}

/**
 * The keys that came, went, moved or look different between two snapshots of `places`.
 * @param {Map<string, Place>} before
 * @param {Map<string, Place>} after
 */
export function differences(before, after) {
  /** @type {Change} */
  const change = { came: [], went: [], moved: [], other: [] };
  for (const [key, now] of after) {
    const then = before.get(key);
    if (!then) change.came.push(key);
    else if (distance(then.box, now.box) > FAR) change.moved.push(key);
    else if (looks(then.element) !== looks(now.element)) change.other.push(key);
  }
  for (const key of before.keys()) if (!after.has(key)) change.went.push(key);
  return change;
}

/**
 * An element's picture without what only marks it as clickable.
 * @param {Element} element
 */
function looks(element) {
  return element.outerHTML.replace(/ (class|tabindex|aria-[a-z]+|data-move|data-why|role)="[^"]*"/g, "");
}

/** @param {DOMRect} box */
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/**
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function distance(a, b) {
  const [ax, ay] = middle(a);
  const [bx, by] = middle(b);
  return Math.hypot(ax - bx, ay - by);
}

/**
 * Pixels of the window to units of the drawing an element is in.
 * @param {SVGSVGElement | null} svg
 */
function unit(svg) {
  const matrix = svg?.getScreenCTM();
  return matrix ? 1 / matrix.a : 1;
}

/**
 * Animate from the snapshot `before` to what is shown now; resolves when all stands still.
 * @param {Map<string, Place>} before
 * @param {Element[]} holders
 */
export async function animate(before, holders) {
  if (calm() || document.hidden || before.size === 0) return;
  const after = places(...holders);
  const change = differences(before, after);
  // A new drawing altogether (another width, another board): nothing to compare.
  if (change.came.length + change.moved.length > 0.7 * after.size && after.size > 12) return;
  const source = after.get(change.came[0])?.box;
  const movers = change.moved.flatMap((key) => {
    const then = before.get(key);
    const now = after.get(key);
    return then && now ? [{ ...now, then: then.box }] : [];
  });
  if (source) movers.sort((a, b) => distance(a.then, source) - distance(b.then, source));
  /** @type {(Animation | null)[]} */
  const running = [];
  movers.forEach((mover, index) => {
    const scale = unit(mover.svg);
    const [x0, y0] = middle(mover.then);
    const [x1, y1] = middle(mover.box);
    const far = Math.hypot(x0 - x1, y0 - y1);
    running.push(
      mover.element.animate(
        [{ translate: `${(x0 - x1) * scale}px ${(y0 - y1) * scale}px` }, { translate: "0px 0px" }],
        { duration: far > 300 ? 300 : TIME, delay: Math.min(index, 6) * STEP, easing: EASE, fill: "backwards" },
      ),
    );
  });
  for (const key of change.came) {
    const place = after.get(key);
    if (!place) continue;
    const { element, svg } = place;
    const drop = -14 * unit(svg);
    running.push(
      element.animate([{ opacity: 0, translate: `0px ${drop}px` }, { opacity: 1, translate: "0px 0px" }], {
        duration: TIME,
        easing: EASE,
        fill: "backwards",
      }),
    );
  }
  for (const key of change.went) {
    const place = before.get(key);
    if (place) running.push(fade(place));
  }
  await Promise.allSettled(running.map((animation) => animation?.finished));
}

/**
 * What has left the drawing fades out where it stood.
 * @param {Place} place
 */
function fade({ element, svg }) {
  if (!svg || element.querySelector("[data-key]")) return null;
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const box = svg.getAttribute("viewBox");
  if (!box || !svg.shownAt) return null;
  ghost.setAttribute("viewBox", box);
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${svg.shownAt.left}px`,
    top: `${svg.shownAt.top}px`,
    width: `${svg.shownAt.width}px`,
    height: `${svg.shownAt.height}px`,
    pointerEvents: "none",
    zIndex: "5",
    overflow: "visible",
  });
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["data-move", "data-key", "tabindex", "role", "aria-label", "id"]) part.removeAttribute(name);
  }
  ghost.append(copy);
  document.body.append(ghost);
  const animation = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: TIME, easing: EASE, fill: "forwards" });
  animation.finished.finally(() => ghost.remove());
  return animation;
}

/**
 * Replace the drawing in a holder. The drawing remembers where it was shown, for `fade`.
 * @param {Element} holder
 * @param {Drawing | null} svg
 */
export function replace(holder, svg) {
  /** @type {Drawing | null} */
  const old = holder.querySelector(":scope > svg");
  if (old) {
    old.shownAt = old.getBoundingClientRect();
    if (svg) old.replaceWith(svg);
    else old.remove();
  } else if (svg) holder.append(svg);
}

/**
 * A small word that flies from one place to another ("+3" to the player).
 * @param {string} text
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
export function fly(text, from, to) {
  if (calm() || document.hidden) return;
  const chip = document.createElement("span");
  chip.className = "flying";
  chip.setAttribute("aria-hidden", "true");
  chip.textContent = text;
  document.body.append(chip);
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  chip
    .animate(
      [
        { translate: `${x0}px ${y0}px`, opacity: 0 },
        { translate: `${x0}px ${y0 - 12}px`, opacity: 1, offset: 0.2 },
        { translate: `${x1}px ${y1}px`, opacity: 1, offset: 0.9 },
        { translate: `${x1}px ${y1}px`, opacity: 0 },
      ],
      { duration: 700, easing: "ease-in-out" },
    )
    .finished.finally(() => chip.remove());
}
