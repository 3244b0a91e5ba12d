// Shows the server's drawings of board and hand: exchanges them with what moved moving, lays a
// preview over them, rings the places that a line or a step is about.

import { animate, differences, places, replace } from "./animate.js";
import { drawing, isPhone, make } from "./core.js";
import { Zoom } from "./zoom.js";

const LYING = 620; // pixels
const LOWEST = 120; // pixels a hand has at least
const SPARE = 6; // pixels between a thing and the ring around it

export class BoardView {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} hand
   */
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    this.now = make("div", { class: "now" });
    this.layer = make("div", { class: "layer", "aria-hidden": "true" });
    this.rings = make("div", { class: "rings" });
    this.zoomer = make("div", { class: "zoomer" }, this.now, this.layer, this.rings);
    board.replaceChildren(this.zoomer);
    this.zoom = new Zoom(board, this.zoomer);
    this.aspect = 0;
    this.tallest = 0;
    this.handFor = 0;
    /** @type {Change | null} what the last drawing changed, if it was compared */
    this.change = null;
  }

  /** How wide the board will be on the screen, in CSS pixels: what to ask the server for. */
  get width() {
    const { clientWidth, clientHeight } = this.board;
    if (!clientWidth) return 1000;
    let width = this.aspect ? Math.min(clientWidth, clientHeight * this.aspect) : clientWidth;
    // Drawings stand upright below a certain width; a frame that is wider than high wants them lying.
    if (clientWidth > clientHeight) width = Math.max(width, LYING);
    return Math.round(Math.max(240, Math.min(2400, width)) / 20) * 20;
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
    return Math.round(Math.max(240, Math.min(2400, this.hand.clientWidth || this.board.clientWidth || 1000)) / 20) * 20;
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
    replace(this.now, svg);
    this.hand.hidden = !hand;
    for (const other of this.hand.querySelectorAll(":scope > :not(svg)")) other.remove();
    replace(this.hand, hand ? tidy(drawing(hand)) : null);
    this.fitHand();
    // A hand that does not fit scrolls: what can be clicked is in sight.
    const lit = this.hand.querySelector("[data-move]");
    if (lit && this.hand.scrollHeight > this.hand.clientHeight + 8) {
      this.hand.scrollTop += lit.getBoundingClientRect().top - this.hand.getBoundingClientRect().top - 8;
    }
    this.change = moving ? differences(before, places(...holders)) : null;
    this.clear();
    if (this.hand.firstElementChild) this.hand.firstElementChild.setAttribute("preserveAspectRatio", "xMinYMid meet");
    if (moving) await animate(before, holders);
  }

  /** The hand is as high as the tallest one so far, within limits: the board hardly ever jumps. */
  fitHand() {
    const most = innerHeight * (isPhone() ? 0.25 : 0.31);
    /** @type {Drawing | null} */
    const svg = this.hand.querySelector(":scope > svg");
    const box = svg?.viewBox.baseVal;
    const width = this.hand.clientWidth;
    if (!width) return;
    if (width !== this.handFor) this.tallest = 0;
    this.handFor = width;
    if (box?.width) this.tallest = Math.max(this.tallest, (box.height / box.width) * Math.min(width, box.width));
    this.hand.style.height = `${Math.round(Math.min(most, Math.max(LOWEST, this.tallest)))}px`;
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

  /** @param {DOMRect[]} boxes */
  ringBoxes(boxes) {
    const frame = this.board.getBoundingClientRect();
    const { scale, x, y } = this.zoom;
    this.rings.replaceChildren(
      ...boxes.map((box) => {
        const ring = make("span", { class: "ring" });
        Object.assign(ring.style, {
          left: `${(box.left - frame.left - x) / scale - SPARE}px`,
          top: `${(box.top - frame.top - y) / scale - SPARE}px`,
          width: `${box.width / scale + 2 * SPARE}px`,
          height: `${box.height / scale + 2 * SPARE}px`,
        });
        return ring;
      }),
    );
  }

  /**
   * Ring the parts of the board with these keys.
   * @param {string[]} keys
   */
  ring(keys) {
    const parts = keys.flatMap((key) => [...this.now.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)]);
    this.ringBoxes(parts.map((part) => part.getBoundingClientRect()));
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
