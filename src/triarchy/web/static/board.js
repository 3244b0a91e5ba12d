// Shows the server's drawings of board and hand: exchanges them with what moved moving, lays a
// preview over them, rings the places that a line or a step is about.

import { animate, differences, places, replace } from "./animate.js";
import { drawing, make, memory } from "./core.js";
import { Zoom } from "./zoom.js";

const LYING = 620; // pixels
const SHRINK = 1.3; // how much too tall a hand may be to be drawn smaller
const SPARE = 6; // pixels between a thing and the ring around it

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
    /** @type {Change | null} what the last drawing changed, if it was compared */
    this.change = null;
  }

  /** Under what name the shape of this game's board is remembered. */
  get shape() {
    return `shape.${this.game}.${this.board.clientWidth > this.board.clientHeight ? "wide" : "high"}`;
  }

  /** How wide the board will be on the screen, in CSS pixels: what to ask the server for. */
  get width() {
    const { clientWidth, clientHeight } = this.board;
    if (!clientWidth) return 1000;
    const aspect = this.aspect || Number(memory.get(this.shape));
    let width = aspect ? Math.min(clientWidth, clientHeight * aspect) : clientWidth;
    // Drawings stand upright below a certain width; a frame that is wider than high wants them lying.
    if (clientWidth > clientHeight) width = Math.max(width, LYING);
    return Math.round(Math.max(240, Math.min(2400, width)));
  }

  /**
   * Whether a drawing made for this width would now be shown much smaller or larger.
   * @param {number} width
   */
  misfits(width) {
    return this.width < 0.75 * width || this.width > 1.25 * width;
  }

  /** The same for the hand. */
  get handWidth() {
    return Math.round(Math.max(240, Math.min(2400, this.hand.clientWidth || this.board.clientWidth || 1000)));
  }

  /**
   * Show these drawings (markup; `hand` may be ""); resolves when everything stands still.
   * @param {string} board
   * @param {string} hand
   * @param {{ moving?: boolean }} [how]
   */
  async show(board, hand, { moving = true } = {}) {
    const holders = [this.now, this.hand];
    const before = moving ? places(...holders) : new Map();
    const svg = tidy(drawing(board));
    this.aspect = svg.viewBox.baseVal.width / svg.viewBox.baseVal.height || 0;
    if (this.game) memory.set(this.shape, String(this.aspect));
    replace(this.now, svg);
    for (const other of this.hand.querySelectorAll(":scope > :not(svg)")) other.remove();
    replace(this.hand, hand ? tidy(drawing(hand)) : null);
    this.fitHand();
    this.change = moving ? differences(before, places(...holders)) : null;
    this.clear();
    if (this.hand.firstElementChild) this.hand.firstElementChild.setAttribute("preserveAspectRatio", "xMinYMid meet");
    if (moving) await animate(before, holders);
  }

  /** A hand that is a little too tall is drawn smaller; one that is much too tall scrolls to what is lit. */
  fitHand() {
    /** @type {Drawing | null} */
    const svg = this.hand.querySelector(":scope > svg");
    const box = svg?.viewBox.baseVal;
    const { clientWidth, clientHeight } = this.hand;
    const tall = Boolean(box?.width && (box.height / box.width) * Math.min(clientWidth, box.width) > SHRINK * clientHeight);
    this.hand.classList.toggle("tall", tall);
    const lit = tall ? this.hand.querySelector("[data-move]") : null;
    if (lit) this.hand.scrollTop += lit.getBoundingClientRect().top - this.hand.getBoundingClientRect().top - 8;
  }

  /**
   * Lay another drawing over the board without taking it away from the pointer.
   * @param {string} markup
   */
  overlay(markup) {
    const svg = tidy(drawing(markup));
    for (const part of svg.querySelectorAll("[tabindex], [id]")) part.removeAttribute("tabindex");
    this.layer.replaceChildren(svg);
    this.layer.classList.add("shown");
  }

  clear() {
    this.layer.classList.remove("shown");
    this.layer.replaceChildren();
    this.rings.replaceChildren();
  }

  get scale() {
    return this.zoom.scale;
  }

  /**
   * Rings around boxes of the window, as elements of the zoomed board.
   * @param {DOMRect[]} boxes
   * @param {string} kind
   */
  ringed(boxes, kind) {
    const frame = this.board.getBoundingClientRect();
    const { scale, x, y } = this.zoom;
    return boxes.map((box) => {
      const ring = make("span", { class: kind });
      Object.assign(ring.style, {
        left: `${(box.left - frame.left - x) / scale - SPARE}px`,
        top: `${(box.top - frame.top - y) / scale - SPARE}px`,
        width: `${box.width / scale + 2 * SPARE}px`,
        height: `${box.height / scale + 2 * SPARE}px`,
      });
      return ring;
    });
  }

  /** @param {DOMRect[]} boxes */
  ringBoxes(boxes) {
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
  }

  /**
   * Mark these parts of the board as news; other rings and previews leave the marks.
   * @param {string[]} keys
   */
  markKeys(keys) {
    this.marks.replaceChildren(...this.ringed(keys.length ? this.boxesOf(keys) : [], "mark"));
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
  }

  /**
   * Ring what differs between two earlier boards: the place that a line of the log is about.
   * @param {string} beforeMarkup
   * @param {string} afterMarkup
   */
  ringDifference(beforeMarkup, afterMarkup) {
    const layer = make("div", { class: "layer" });
    this.zoomer.append(layer);
    /** @param {string} markup */
    const measure = (markup) => {
      layer.replaceChildren(tidy(drawing(markup)));
      return places(layer);
    };
    const before = measure(beforeMarkup);
    const after = measure(afterMarkup);
    const change = differences(before, after);
    const there = [...change.came, ...change.moved, ...change.other].map((key) => after.get(key));
    const gone = change.went.map((key) => before.get(key));
    const boxes = [...there, ...gone].flatMap((place) => (place ? [place.box] : []));
    layer.remove();
    this.ringBoxes(this.small(boxes));
    return boxes.length > 0;
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

/**
 * A drawing with buttons in it is a group to a screen reader, not one image.
 * @param {Drawing} svg
 */
function tidy(svg) {
  svg.setAttribute("role", "group");
  svg.removeAttribute("aria-hidden");
  return svg;
}
