// "What is this?": every symbol of the board and the hand explains itself, on hover, by holding a
// finger on it, and on focus. Drawings carry `data-what`; the game's legend has the words.

import { ask, language, make } from "./core.js";

const HOVER = 600;
const HOLD = 450;

export class WhatIsThis {
  /**
   * @param {HTMLElement[]} holders
   * @param {string} game
   */
  constructor(holders, game) {
    this.game = game;
    /** @type {Promise<Map<string, Api.LegendSymbol>> | null} */
    this.legend = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.box = make("div", { class: "what", role: "tooltip", id: "what", hidden: true });
    document.body.append(this.box);
    for (const holder of holders) this.listen(holder);
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** @param {HTMLElement} holder */
  listen(holder) {
    holder.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.soon(event.target, HOVER));
    holder.addEventListener("pointerout", (event) => event.pointerType === "mouse" && this.hide());
    holder.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? this.hide() : this.soon(event.target, HOLD)));
    holder.addEventListener("pointermove", (event) => event.pointerType !== "mouse" && event.movementX ** 2 + event.movementY ** 2 > 9 && clearTimeout(this.waiting));
    holder.addEventListener("pointerup", () => clearTimeout(this.waiting));
    holder.addEventListener("focusin", (event) => event.target instanceof Element && event.target.matches(":focus-visible") && this.soon(event.target, HOVER));
    holder.addEventListener("focusout", () => this.hide());
  }

  /**
   * @param {EventTarget | null} target
   * @param {number} delay
   */
  soon(target, delay) {
    this.hide();
    const part = target instanceof Element ? (target.closest("[data-what]") ?? target.querySelector("[data-what]")) : null;
    if (part) this.waiting = setTimeout(() => this.show(part), delay);
  }

  /** @param {Element} part */
  async show(part) {
    this.legend ??= ask(`/api/games/${this.game}/legend`, { query: { language } }).then(
      (/** @type {Api.Legend} */ { entries }) => new Map(entries.map((entry) => [entry.id, entry])),
      () => new Map(),
    );
    const entry = (await this.legend).get(part.getAttribute("data-what") ?? "");
    if (!entry || !part.isConnected) return;
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
