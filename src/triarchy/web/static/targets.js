// What a reader does with the lit targets: click, hover or long-press for a preview, arrow keys
// and Enter, and asking of a greyed target why it is not possible.

import { ask, button, closest, isPhone, make, refusal, say } from "./core.js";

const HOVER = 160; // milliseconds before a preview is asked for
const LONG = 420; // milliseconds of a long press

const LIT = "[data-move]";
const GREY = "[data-why]";
/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {HTMLElement | SVGElement} Target a part of a drawing that can be pressed */

export class Targets {
  /**
   * @param {HTMLElement[]} holders the elements with drawings
   * @param {() => { id: string, number: number, query: Query }} context what is shown now
   * @param {{
   *   play: (move: string, element: Element) => void,
   *   preview: (answer: Api.Preview) => void,
   *   leave: () => void,
   *   tell: (sentence: string) => void,
   * }} on
   */
  constructor(holders, context, on) {
    this.holders = holders;
    this.context = context;
    this.on = on;
    /** @type {Map<string, Promise<Api.Preview>>} */
    this.cache = new Map();
    this.grey = false;
    /** @type {Target | null} what a preview or an answer is about */
    this.at = null;
    /** @type {HTMLElement | null} */
    this.tip = null;
    this.timer = 0;
    this.long = false;
    this.spot = { x: 0, y: 0 };
    for (const holder of holders) {
      holder.addEventListener("click", (event) => this.click(event));
      holder.addEventListener("pointerover", (event) => this.over(event));
      holder.addEventListener("pointerout", (event) => this.outside(event));
      holder.addEventListener("pointerdown", (event) => this.down(event));
      holder.addEventListener("contextmenu", (event) => closest(event, LIT) && event.preventDefault());
      for (const name of /** @type {const} */ (["pointerup", "pointermove", "pointercancel"])) {
        holder.addEventListener(name, (event) => this.release(event));
      }
      holder.addEventListener("focusin", (event) => this.focused(event));
      holder.addEventListener("focusout", () => this.leave());
    }
  }

  /**
   * After a new drawing: one of the targets can be reached by Tab, the others by arrow keys.
   * @param {string | null} focus the move to be focused, the first one if it is not there any
   *   more; null: none
   */
  settle(focus) {
    this.cache.clear();
    this.leave();
    const lit = this.all(LIT);
    for (const target of lit) target.setAttribute("tabindex", "-1");
    for (const target of this.all(GREY)) {
      target.querySelector(":scope > title")?.remove();
      target.setAttribute("tabindex", "-1");
      target.setAttribute("role", "button");
      if (!target.hasAttribute("aria-label")) target.setAttribute("aria-label", say("Not possible: {move}. Why?", { move: target.dataset.why }));
    }
    for (const target of lit) target.querySelector(":scope > title")?.remove();
    lit[0]?.setAttribute("tabindex", "0");
    if (focus !== null && lit.length) (this.find(focus) ?? lit[0]).focus({ preventScroll: true });
  }

  /**
   * @param {string} kind
   * @returns {Target[]}
   */
  all(kind) {
    const found = this.holders.flatMap((holder) => [...holder.querySelectorAll(kind)]);
    return /** @type {Target[]} */ (found.filter((element) => !element.closest(".layer")));
  }

  /** @param {string} move */
  find(move) {
    return this.all(LIT).find((element) => element.dataset.move === move);
  }

  // Pointer

  /** @param {MouseEvent} event */
  click(event) {
    if (this.long) {
      this.long = false;
      return;
    }
    const target = closest(event, LIT);
    const grey = closest(event, GREY);
    if (target) this.on.play(moveOf(target), target);
    else if (grey) this.why(grey);
    else this.leave();
  }

  /** @param {PointerEvent} event */
  over(event) {
    const target = closest(event, LIT);
    if (event.pointerType !== "mouse" || !target || target === this.at) return;
    this.leave();
    this.at = target;
    this.timer = setTimeout(() => this.preview(target), HOVER);
  }

  /** @param {PointerEvent} event */
  outside(event) {
    const other = event.relatedTarget instanceof Node ? event.relatedTarget : null;
    if (event.pointerType === "mouse" && this.at && !this.at.contains(other)) this.leave();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse") return;
    const target = closest(event, LIT);
    this.long = false;
    if (!target) return;
    this.spot = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => {
      this.long = true;
      this.at = target;
      this.preview(target, true);
    }, LONG);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (event.pointerType === "mouse" || this.long) return;
    const still = event.type === "pointermove" && Math.hypot(event.clientX - this.spot.x, event.clientY - this.spot.y) < 8;
    if (!still) clearTimeout(this.timer);
  }

  leave() {
    clearTimeout(this.timer);
    if (!this.at && !this.tip) return;
    this.at = null;
    this.tip?.remove();
    this.tip = null;
    this.on.leave();
  }

  // Keyboard

  /** @param {FocusEvent} event */
  focused(event) {
    const target = closest(event, LIT);
    if (!target || !target.matches(":focus-visible")) return;
    for (const other of this.all(LIT)) other.setAttribute("tabindex", other === target ? "0" : "-1");
    this.leave();
    this.at = target;
    this.timer = setTimeout(() => this.preview(target), HOVER);
  }

  /**
   * Arrow keys, Enter and space; true if the key was meant for a target.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const active = this.focusedTarget();
    if ((event.key === "Enter" || event.key === " ") && active) {
      if (active.matches(LIT)) this.on.play(moveOf(active), active);
      else this.why(active);
      return true;
    }
    const direction = DIRECTIONS[event.key];
    const next = direction && this.beside(active, direction);
    next?.focus({ preventScroll: true });
    return Boolean(next);
  }

  focusedTarget() {
    /** @type {Target | null | undefined} */
    const active = document.activeElement?.closest(`${LIT}, ${GREY}`);
    return active && this.holders.some((holder) => holder.contains(active)) ? active : null;
  }

  /**
   * The next target in a direction: near, and rather straight ahead than aside.
   * @param {Target | null} from
   * @param {[number, number]} direction
   * @returns {Target | undefined}
   */
  beside(from, [dx, dy]) {
    const choices = this.all(this.grey ? `${LIT}, ${GREY}` : LIT);
    if (!from) return choices[0];
    const start = centre(from);
    let best = null;
    let least = Infinity;
    for (const choice of choices) {
      if (choice === from) continue;
      const [x, y] = centre(choice);
      const along = (x - start[0]) * dx + (y - start[1]) * dy;
      const aside = Math.abs((x - start[0]) * dy) + Math.abs((y - start[1]) * dx);
      if (along <= 4) continue;
      const cost = along + 2 * aside;
      if (cost < least) {
        least = cost;
        best = choice;
      }
    }
    if (best) return best;
    // Nothing that way: go round in reading order, so that every target can be reached.
    const order = choices.indexOf(from) + (dx + dy > 0 ? 1 : -1);
    return choices[(order + choices.length) % choices.length];
  }

  // Asking the server

  /**
   * @param {number} number
   * @param {string} move
   * @returns {Promise<Api.Preview>}
   */
  fetch(number, move) {
    const { id, query } = this.context();
    const key = `${number} ${move}`;
    let answer = this.cache.get(key);
    if (!answer) {
      answer = ask(`/api/tables/${id}/preview`, { query: { ...query, move, after: number } });
      answer.catch(() => this.cache.delete(key));
      this.cache.set(key, answer);
    }
    return answer;
  }

  /** @param {Target} target */
  async preview(target, held = false) {
    const { number } = this.context();
    const move = moveOf(target);
    try {
      const answer = await this.fetch(number, move);
      if (this.at !== target || this.context().number !== number) return;
      this.on.preview(answer);
      const actions = held
        ? [make("div", { class: "actions" }, button(answer.label, () => this.on.play(move, target), { kind: "primary" }), button(say("Cancel"), () => this.leave()))]
        : [];
      const lines = answer.sentences.filter((sentence) => sentence !== answer.label);
      this.show(target, [make("strong", {}, answer.label), lines.length ? make("ul", {}, ...lines.map((line) => make("li", {}, line))) : "", ...actions], { held, aside: true });
    } catch (error) {
      refusal(error);
    }
  }

  /** @param {Target} target */
  async why(target) {
    const { id, query } = this.context();
    this.leave();
    this.at = target;
    try {
      /** @type {Api.WhyNot} */
      const answer = await ask(`/api/tables/${id}/why-not`, { query: { ...query, move: target.dataset.why } });
      if (this.at !== target) return;
      this.show(target, [answer.reason]);
      this.on.tell(answer.reason);
    } catch (error) {
      refusal(error);
    }
  }

  /**
   * A small card. A preview lies where the log is (on the phone: over the hand), so that it does
   * not cover the board; an answer lies beside its target.
   * @param {Target} target
   * @param {Child[]} content
   * @param {{ held?: boolean, aside?: boolean }} [how]
   */
  show(target, content, { held = false, aside = false } = {}) {
    this.tip?.remove();
    this.tip = make("div", { class: `tip${held ? " held" : ""}`, role: held ? "dialog" : "tooltip" }, ...content);
    document.body.append(this.tip);
    const tabs = document.querySelector(".tabs")?.getBoundingClientRect();
    if (aside && tabs && isPhone()) {
      Object.assign(this.tip.style, { left: "8px", right: "8px", bottom: `${innerHeight - tabs.top + 4}px`, maxWidth: "none" });
      return;
    }
    const dock = document.querySelector(".talk");
    if (aside && dock) {
      const room = dock.getBoundingClientRect();
      this.tip.classList.add("docked");
      Object.assign(this.tip.style, { left: `${room.left}px`, width: `${room.width}px`, top: `${room.top}px`, maxHeight: `${innerHeight - room.top}px` });
      return;
    }
    const box = target.getBoundingClientRect();
    const size = this.tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - size.width / 2), innerWidth - size.width - 8);
    const above = box.top - size.height - 12;
    const top = above > 56 ? above : Math.min(box.bottom + 12, innerHeight - size.height - 8);
    Object.assign(this.tip.style, { left: `${left}px`, top: `${top}px` });
  }
}

/** @param {Target} target */
const moveOf = (target) => target.dataset.move ?? "";

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
