// "What is this?": every symbol of the board and the hand explains itself, on hover, by holding a
// finger on it, and on focus; S goes from one kind of symbol to the next. Drawings carry `data-what`;
// the game's legend has the words.

import { ask, closest, isPhone, language, make } from "./core.js";

const HOVER = 600;
const HOLD = 450;

export class WhatIsThis {
  /**
   * @param {HTMLElement[]} holders
   * @param {string} game
   */
  constructor(holders, game) {
    this.game = game;
    this.holders = holders;
    /** @type {Promise<Map<string, Api.LegendSymbol>> | null} */
    this.legend = null;
    /** @type {string} the kind of symbol that S has reached */
    this.kind = "";
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
    holder.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? this.hide() : this.soon(event, HOLD)));
    holder.addEventListener("pointermove", (event) => event.pointerType !== "mouse" && event.movementX ** 2 + event.movementY ** 2 > 9 && clearTimeout(this.waiting));
    holder.addEventListener("pointerup", () => clearTimeout(this.waiting));
    holder.addEventListener("focusin", (event) => event.target instanceof Element && event.target.matches(":focus-visible") && this.soon(event, HOVER));
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
    symbol.focus({ preventScroll: true });
    this.show(symbol);
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
    // On a small screen there is no room beside a preview, which says what pressing this does.
    if (part && !(isPhone() && part.closest("[data-move]"))) this.waiting = setTimeout(() => this.show(part, spot), delay);
  }

  /** The legend by symbol; asked for again where the server had no time for it. */
  words() {
    this.legend ??= ask(`/api/games/${this.game}/legend`, { query: { language } }).then(
      (/** @type {Api.Legend} */ { entries }) => new Map(entries.map((entry) => [entry.id, entry])),
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
    this.box.replaceChildren(make("b", {}, entry.name), " ", entry.meaning);
    this.box.hidden = false;
    const at = part.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), innerWidth - width - 8);
    const above = at.top - height - 8;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${above >= 8 ? above : Math.min(at.bottom + 8, innerHeight - height - 8)}px`;
  }

  hide() {
    clearTimeout(this.waiting);
    this.box.hidden = true;
  }
}
