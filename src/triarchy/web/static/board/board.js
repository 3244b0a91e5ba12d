// Shows the server's drawings of board and hand: exchanges them with what moved moving, lays a
// preview over them, rings the places that a line or a step is about.

import { animate, differences, places, replace } from "./animate.js";
import { make, memory } from "../core.js";
import { isScene, repaint } from "./scene.js";
import { drawn, isOutgrown, isReady, prepare, sheetOf } from "./sheets.js";
import { Zoom } from "./zoom.js";

const LYING = 620; // pixels
const NARROW = 600; // pixels of width below which a hand stands
const TALL = 1.9; // how many times as high as wide a window is whose boards stand upright
const OTHER = 0.1; // by how much two boards of the same shape may differ: a row of figures more or less
const SHRINK = 1.3; // how much too tall a hand may be to be drawn smaller
const SPARE = 6; // pixels between a thing and the ring around it
const SMALL = 36; // pixels of width below which a thing has no room around it
const TINY = 20; // pixels of width below which a frame hides what it is around
const LONG = 0.1; // of the board's width: a frame around what is longer lies over its neighbours
const LINE = 1.4; // pixels that the line around a thing's shape is wide
const LARGER = 1.1; // by how much a board must gain for the hand to stand beside it

/** @typedef {import("./scene.js").Picture} Picture */
/** @typedef {import("./scene.js").Painted} Painted */

/** Whether boards stand upright: a matter of the window alone, so that nothing on a page turns them. */
const isUpright = () => innerHeight > TALL * innerWidth;

export class BoardView {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} hand
   * @param {string} [game] whose board's shape is remembered for the next visit
   */
  constructor(board, hand, game = "") {
    this.game = game;
    this.board = board;
    this.hand = hand;
    this.now = make("div", { class: "now" });
    this.layer = make("div", { class: "layer", "aria-hidden": "true" });
    this.rings = make("div", { class: "rings" });
    this.marks = make("div", { class: "marks" });
    this.zoomer = make("div", { class: "zoomer" }, this.now, this.layer, this.marks, this.rings);
    board.replaceChildren(this.zoomer);
    this.zoom = new Zoom(board, this.zoomer);
    this.aspect = 0;
    this.handDrawnFor = 0;
    this.upright = isUpright();
    /** @type {Change | null} what the last drawing changed, if it was compared */
    this.change = null;
    /** Draws the rings once more, where the board is now. */
    this.ringAgain = () => {};
    new ResizeObserver(() => this.ringAgain()).observe(board);
  }

  /** Under what name the shape of this game's board is remembered. */
  get shape() {
    return `shape.${this.game}.${isUpright() ? "high" : "wide"}`;
  }

  /** How wide a board of the known shape is in its frame. */
  get fittingWidth() {
    const { clientWidth, clientHeight } = this.board;
    const known = this.upright === isUpright() ? this.aspect : 0;
    const aspect = known || Number(memory.get(this.shape));
    return aspect ? Math.min(clientWidth, clientHeight * aspect) : clientWidth;
  }

  /** How wide the board will be on the screen, in CSS pixels: what to ask the server for. */
  get width() {
    if (!this.board.clientWidth) return 1000;
    // Drawings stand upright below a certain width.
    const width = isUpright() ? this.fittingWidth : Math.max(this.fittingWidth, LYING);
    return Math.round(Math.max(240, Math.min(2400, width)));
  }

  /**
   * Stand the hand beside the board where that makes the board larger: it is tried.
   * @param {HTMLElement} root the page, whose style knows `hand-beside`
   */
  placeHand(root) {
    root.classList.remove("hand-beside");
    const below = this.fittingWidth;
    root.classList.add("hand-beside");
    root.classList.toggle("hand-beside", this.fittingWidth > LARGER * below);
  }

  /**
   * Remember the shape of a drawing. Small differences do not count: all drawings of a game are asked for at
   * one width.
   * @param {Picture} picture
   */
  learn(picture) {
    const size = isScene(picture) ? sheetOf(picture, isUpright()).parts[picture.part] : sizeIn(picture);
    const aspect = size ? size.width / size.height : 0;
    if (!aspect) return;
    const known = (this.upright === isUpright() && this.aspect) || Number(memory.get(this.shape));
    this.aspect = Math.abs(aspect / known - 1) > OTHER ? aspect : known;
    this.upright = isUpright();
    if (this.game) memory.set(this.shape, String(this.aspect));
  }

  /**
   * The first screen of a page: asked for once more if the board, now that its shape is known, wants another width.
   * @template T
   * @param {() => Promise<T>} fetch
   * @param {(screen: T) => Picture} board the board's drawing
   * @param {() => void} [place] gives board and hand their places for the shape that is known
   */
  async fitting(fetch, board, place = () => {}) {
    place();
    const asked = `${this.width} ${this.handWidth}`;
    const screen = await fetch();
    const picture = board(screen);
    await prepare(picture);
    this.learn(picture);
    place();
    return isScene(picture) || `${this.width} ${this.handWidth}` === asked ? screen : fetch();
  }

  /**
   * Whether a board made for this width, or the hand, would now be shown much smaller or larger; a scene is drawn
   * anew for another layout alone.
   * @param {number} width
   */
  misfits(width) {
    const [board, hand] = /** @type {(Painted | null)[]} */ ([this.now, this.hand].map((holder) => holder.querySelector(":scope > svg")));
    if (board?.scene) return isOutgrown(board, isUpright()) || (hand !== null && isOutgrown(hand, this.standingHand));
    return isFar(this.width, width) || (this.handDrawnFor > 0 && isFar(this.handWidth, this.handDrawnFor));
  }

  /** Whether the hand is drawn for a narrow frame. */
  get standingHand() {
    return this.handWidth < NARROW;
  }

  /** How wide the hand will be on the screen. */
  get handWidth() {
    return Math.round(Math.max(240, Math.min(2400, this.hand.clientWidth || this.board.clientWidth || 1000)));
  }

  /**
   * Show these drawings (`hand` may be ""); resolves when everything stands still.
   * @param {Picture} board
   * @param {Picture} hand
   * @param {{ moving?: boolean }} [how]
   */
  async show(board, hand, { moving = true } = {}) {
    if (!isReady(board)) await prepare(board);
    const holders = [this.now, this.hand];
    const before = moving ? places(...holders) : new Map();
    this.learn(board);
    put(this.now, board, isUpright());
    for (const other of this.hand.querySelectorAll(":scope > :not(svg)")) other.remove();
    put(this.hand, hand, this.standingHand);
    this.fitHand();
    this.change = moving ? differences(before, places(...holders)) : null;
    this.clear();
    if (this.hand.firstElementChild) this.hand.firstElementChild.setAttribute("preserveAspectRatio", "xMinYMid meet");
    if (moving) await animate(before, holders);
  }

  /** What can be pressed, on the board and in the hand. */
  get targets() {
    /** @type {NodeListOf<SVGElement>[]} */
    const found = [this.now.querySelectorAll("[data-move]"), this.hand.querySelectorAll("[data-move]")];
    return found.flatMap((part) => [...part]);
  }

  /** A hand that is a little too tall is drawn smaller; one that is much too tall scrolls to what is lit. */
  fitHand() {
    /** @type {Drawing | null} */
    const svg = this.hand.querySelector(":scope > svg");
    const box = svg?.viewBox.baseVal;
    this.handDrawnFor = box?.width ?? 0;
    const { clientWidth, clientHeight } = this.hand;
    const tall = Boolean(box?.width && (box.height / box.width) * Math.min(clientWidth, box.width) > SHRINK * clientHeight);
    this.hand.classList.toggle("tall", tall);
    const lit = tall ? this.hand.querySelector("[data-move]") : null;
    if (lit) this.hand.scrollTop += lit.getBoundingClientRect().top - this.hand.getBoundingClientRect().top - 8;
  }

  /**
   * Lay another drawing over the board without taking it away from the pointer.
   * @param {Picture} picture
   */
  overlay(picture) {
    const svg = tidy(drawn(picture, isUpright()));
    for (const part of svg.querySelectorAll("[tabindex], [id]")) part.removeAttribute("tabindex");
    this.layer.replaceChildren(svg);
    this.layer.classList.add("shown");
  }

  clear() {
    this.layer.classList.remove("shown");
    this.layer.replaceChildren();
    this.ringBoxes([]);
  }

  get scale() {
    return this.zoom.scale;
  }

  /**
   * Rings around boxes of the window, as elements of the zoomed board.
   * @param {DOMRect[]} boxes
   * @param {string} kind
   * @param {number} [most] pixels between a thing and its ring; less around a small one, whose neighbours are near
   */
  ringed(boxes, kind, most = SPARE) {
    const frame = this.board.getBoundingClientRect();
    const { scale, x, y } = this.zoom;
    return boxes.map((box) => {
      const wide = box.width / scale;
      const spare = wide < TINY ? Math.min(most, SPARE / 2) : wide < SMALL ? 0 : most;
      const ring = make("span", { class: kind });
      Object.assign(ring.style, {
        left: `${(box.left - frame.left - x) / scale - spare}px`,
        top: `${(box.top - frame.top - y) / scale - spare}px`,
        width: `${box.width / scale + 2 * spare}px`,
        height: `${box.height / scale + 2 * spare}px`,
      });
      return ring;
    });
  }

  /** @param {DOMRect[]} boxes */
  ringBoxes(boxes) {
    this.ringAgain = () => {};
    this.rings.replaceChildren(...this.ringed(boxes, "ring"));
  }

  /**
   * Where keyed parts of the shown board are; none for one that is gone or much too large.
   * @param {string[]} keys
   */
  boxesOf(keys) {
    const wanted = new Set(keys);
    const boxes = [...places(this.now)].flatMap(([key, place]) => (wanted.has(key) ? [place.box] : []));
    return this.small(boxes);
  }

  /**
   * Ring these parts of the board, until something else is shown.
   * @param {string[]} keys
   */
  ringKeys(keys) {
    this.ringBoxes(this.boxesOf(keys));
    this.ringAgain = () => this.ringKeys(keys);
  }

  /**
   * How long a pixel of the board as a whole is in a part's own measure: filters go by that.
   * @param {Element} part
   */
  pixel(part) {
    const { a, b } = /** @type {SVGGraphicsElement} */ (part).getScreenCTM() ?? new DOMMatrix();
    return this.scale / Math.hypot(a, b);
  }

  /**
   * Mark these parts of the board as news, within their outlines: their neighbours stay in sight. A part that a
   * frame would hide, and a long one as a road, has a line around its shape. Other rings and previews leave the marks.
   * @param {string[]} keys
   */
  markKeys(keys) {
    const wanted = new Set(keys);
    const parts = keys.length ? [...places(this.now)].flatMap(([key, place]) => (wanted.has(key) ? [place] : [])) : [];
    const long = LONG * this.now.getBoundingClientRect().width;
    const shaped = parts.filter(({ box }) => box.width / this.scale < TINY || (Math.max(box.width, box.height) > long && this.small([box]).length));
    for (const old of this.now.querySelectorAll(".fresh")) old.classList.remove("fresh");
    for (const { element } of shaped) {
      element.classList.add("fresh");
      element.style.setProperty("--line", `${this.pixel(element) * LINE}px`);
    }
    const framed = parts.filter((part) => !shaped.includes(part)).map(({ box }) => box);
    this.marks.replaceChildren(...this.ringed(this.small(framed), "mark", 0));
  }

  /**
   * Ring the parts of the board with these keys; a large one has a line around its shape.
   * @param {string[]} keys
   */
  ring(keys) {
    const parts = keys.flatMap((key) => [...this.now.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)]);
    const small = parts.filter((part) => this.small([part.getBoundingClientRect()]).length);
    for (const part of parts) part.classList.toggle("ringed", !small.includes(part));
    this.ringBoxes(small.map((part) => part.getBoundingClientRect()));
    this.ringAgain = () => this.ring(keys);
  }

  /**
   * Ring what differs between two earlier boards: the place that a line of the log is about.
   * @param {Picture} pictureBefore
   * @param {Picture} pictureAfter
   */
  ringDifference(pictureBefore, pictureAfter) {
    const layer = make("div", { class: "layer" });
    this.zoomer.append(layer);
    /** @param {Picture} picture */
    const measure = (picture) => {
      layer.replaceChildren(tidy(drawn(picture, isUpright())));
      return places(layer);
    };
    const before = measure(pictureBefore);
    const after = measure(pictureAfter);
    const change = differences(before, after);
    const there = [...change.came, ...change.moved, ...change.other].map((key) => after.get(key));
    const gone = change.went.map((key) => before.get(key));
    const boxes = [...there, ...gone].flatMap((place) => (place ? [place.box] : []));
    layer.remove();
    this.ringBoxes(this.small(boxes));
    return boxes.length > 0;
  }

  /**
   * Mark what a turn has changed, from an earlier board to the one shown: an arrow for what moved, a ring
   * around what came or looks different, a cross where something went.
   * @param {Picture} pictureBefore
   */
  explain(pictureBefore) {
    const layer = make("div", { class: "layer" });
    this.zoomer.append(layer);
    layer.replaceChildren(tidy(drawn(pictureBefore, isUpright())));
    const before = places(layer);
    const after = places(this.now);
    const change = differences(before, after);
    layer.remove();
    /**
     * @param {string[]} keys
     * @param {Map<string, Place>} where
     */
    const boxes = (keys, where) => this.small(keys.flatMap((key) => where.get(key)?.box ?? []));
    const moved = change.moved.filter((key) => boxes([key], after).length);
    this.ringBoxes(boxes([...change.came, ...moved, ...change.other], after));
    this.rings.append(...this.ringed(boxes(change.went, before), "gone"));
    const arrows = moved.flatMap((key) => {
      const [from, to] = [before.get(key)?.box, after.get(key)?.box];
      return from && to ? [this.arrow(from, to)] : [];
    });
    this.rings.append(...arrows);
    this.ringAgain = () => this.explain(pictureBefore);
  }

  /**
   * An arrow between the middles of two boxes of the window, as an element of the zoomed board.
   * @param {DOMRect} from
   * @param {DOMRect} to
   */
  arrow(from, to) {
    const frame = this.board.getBoundingClientRect();
    const { scale, x, y } = this.zoom;
    const [x0, y0, x1, y1] = [from, to].flatMap((box) => [
      (box.left + box.width / 2 - frame.left - x) / scale,
      (box.top + box.height / 2 - frame.top - y) / scale,
    ]);
    const arrow = make("span", { class: "arrow" });
    Object.assign(arrow.style, {
      left: `${x0}px`,
      top: `${y0}px`,
      width: `${Math.hypot(x1 - x0, y1 - y0)}px`,
      transform: `rotate(${Math.atan2(y1 - y0, x1 - x0)}rad)`,
    });
    return arrow;
  }

  /**
   * A ring around a large part of the board says nothing.
   * @param {DOMRect[]} boxes
   */
  small(boxes) {
    const frame = this.now.getBoundingClientRect();
    return boxes.filter((box) => box.width * box.height < 0.04 * frame.width * frame.height);
  }
}

const PRESSED = "[data-move], [data-why], [data-for], [data-place]";

/**
 * @param {number} width
 * @param {number} other
 */
const isFar = (width, other) => width < 0.75 * other || width > 1.25 * other;

/**
 * The size that a drawing's markup says.
 * @param {string} markup
 */
function sizeIn(markup) {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) ([^"]+)"/.exec(markup) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/**
 * Show a drawing in a holder; what is as it was before stays.
 * @param {Element} holder
 * @param {Picture} picture
 * @param {boolean} standing
 */
function put(holder, picture, standing) {
  const old = /** @type {Drawing | null} */ (holder.querySelector(":scope > svg"));
  if (old && isScene(picture)) {
    old.shownAt = old.getBoundingClientRect();
    if (repaint(old, picture, sheetOf(picture, standing))) {
      tidy(old);
      return;
    }
  }
  replace(holder, picture ? tidy(drawn(picture, standing)) : null);
}

/**
 * A drawing with buttons in it is a group to a screen reader, not one image; its other words and numbers
 * say nothing out of their places, and are told by the board in words.
 * @param {Drawing} svg
 */
function tidy(svg) {
  svg.setAttribute("role", svg.querySelector(PRESSED) ? "group" : "img");
  svg.removeAttribute("aria-hidden");
  for (const part of svg.querySelectorAll("text, title")) {
    const told = part.localName === "title" ? part.parentElement : part;
    if (told && told !== svg && !told.closest(PRESSED) && !told.querySelector(PRESSED)) told.setAttribute("aria-hidden", "true");
  }
  return svg;
}
