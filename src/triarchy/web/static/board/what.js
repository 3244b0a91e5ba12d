// "What is this?": every symbol of the board and the hand explains itself, on hover, by holding a
// finger on it, and on focus; S goes from one kind of symbol to the next. Drawings carry `data-what`;
// the game's legend has the words. A place that has facts of this game (`data-name`, `data-facts`) tells
// those. Nothing is said where the pointer rests after a press, nor of what can be pressed: a preview does that.

import { closest, make } from "../core.js";

const HOVER = 600;
const HOLD = 450;
const REST = 12; // pixels that a pointer must leave the place where it pressed
const LIT = "[data-move], [data-as]";

export class WhatIsThis {
  /**
   * @param {HTMLElement[]} holders
   * @param {() => Promise<Api.Legend>} legend
   */
  constructor(holders, legend) {
    this.fetch = legend;
    this.holders = holders;
    /** @type {Promise<Map<string, Api.LegendEntry>> | null} */
    this.legend = null;
    /** @type {string} the kind of symbol that S has reached */
    this.kind = "";
    /** @type {{ x: number, y: number } | null} where the pointer pressed last, and may still rest */
    this.pressed = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.box = make("div", { class: "what", role: "tooltip", "aria-live": "polite", id: "what", hidden: true });
    document.body.append(this.box);
    for (const holder of holders) this.listen(holder);
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** @param {HTMLElement} holder */
  listen(holder) {
    holder.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.soon(event, HOVER));
    holder.addEventListener("pointerout", (event) => event.pointerType === "mouse" && this.hide());
    holder.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? this.press(event) : this.soon(event, HOLD)));
    holder.addEventListener("pointermove", (event) => event.pointerType !== "mouse" && event.movementX ** 2 + event.movementY ** 2 > 9 && clearTimeout(this.waiting));
    for (const end of ["pointerup", "pointercancel"]) holder.addEventListener(end, () => clearTimeout(this.waiting));
    holder.addEventListener("focusin", (event) => event.target instanceof Element && event.target.matches(":focus-visible:not([role=button])") && this.soon(event, HOVER));
    holder.addEventListener("focusout", () => this.hide());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") this.hide();
    if (event.key.toLowerCase() !== "s" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || closest(event, "input, textarea, select")) return;
    this.step(event.shiftKey ? -1 : 1);
  }

  /**
   * Focus the next kind of symbol that is to be seen.
   * @param {number} by
   */
  step(by) {
    /** @type {Map<string, HTMLElement>} */
    const kinds = new Map();
    for (const part of this.holders.flatMap((holder) => [...holder.querySelectorAll("[data-what]")])) {
      const symbol = /** @type {HTMLElement} */ (part);
      const kind = symbol.dataset.what ?? "";
      if (!kinds.has(kind) && !symbol.closest(".layer")) kinds.set(kind, symbol);
    }
    const order = [...kinds.keys()];
    if (!order.length) return;
    const at = order.indexOf(this.kind);
    this.kind = order[(at + (at < 0 && by < 0 ? 0 : by) + order.length) % order.length];
    const symbol = /** @type {HTMLElement} */ (kinds.get(this.kind));
    if (!symbol.hasAttribute("tabindex")) symbol.setAttribute("tabindex", "-1");
    symbol.removeAttribute("aria-hidden");
    symbol.focus({ preventScroll: true });
    this.show(symbol);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.hide();
    this.pressed = { x: event.clientX, y: event.clientY };
  }

  /**
   * @param {Event} event
   * @param {number} delay
   */
  soon(event, delay) {
    this.hide();
    const { target } = event;
    const spot = event instanceof PointerEvent ? { x: event.clientX, y: event.clientY } : null;
    const part = target instanceof Element ? (target.closest("[data-what]") ?? target.querySelector("[data-what]")) : null;
    // A pointer that rests where it pressed asks nothing; and a preview says what pressing a lit thing does.
    const rests = spot && this.pressed && Math.hypot(spot.x - this.pressed.x, spot.y - this.pressed.y) < REST;
    if (!rests) this.pressed = null;
    if (part && !rests && !part.closest(LIT)) this.waiting = setTimeout(() => this.show(part, spot), delay);
  }

  /** The legend by symbol; asked for again where the server had no time for it. */
  words() {
    this.legend ??= this.fetch().then(
      ({ entries }) => new Map(entries.map((entry) => [entry.id, entry])),
      () => {
        this.legend = null;
        return new Map();
      },
    );
    return this.legend;
  }

  /**
   * @param {Element} pointed
   * @param {{ x: number, y: number } | null} [spot] where a pointer is
   */
  async show(pointed, spot = null) {
    const words = await this.words();
    // Drawn anew meanwhile, the symbol is another element at the same place.
    const part = pointed.isConnected ? pointed : spot && document.elementFromPoint(spot.x, spot.y)?.closest("[data-what]");
    const entry = words.get(part?.getAttribute("data-what") ?? "");
    if (!part || !entry) return;
    const facts = part.getAttribute("data-facts");
    this.box.replaceChildren(make("b", {}, part.getAttribute("data-name") ?? entry.name), " ", facts ?? entry.meaning);
    this.box.hidden = false;
    const at = part.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), innerWidth - width - 8);
    const spots = [at.top - height - 8, at.bottom + 8].filter((top) => top >= 8 && top + height <= innerHeight - 8);
    const free = spots.find((top) => !this.covers(new DOMRect(left, top, width, height)));
    this.box.style.left = `${left}px`;
    this.box.style.top = `${free ?? spots[0] ?? 8}px`;
  }

  /**
   * Whether something that can be pressed lies in a box.
   * @param {DOMRect} box
   */
  covers(box) {
    return this.holders.flatMap((holder) => [...holder.querySelectorAll(LIT)]).some((lit) => {
      const at = lit.getBoundingClientRect();
      return !lit.closest(".layer") && at.left < box.right && box.left < at.right && at.top < box.bottom && box.top < at.bottom;
    });
  }

  hide() {
    clearTimeout(this.waiting);
    this.box.hidden = true;
  }
}
