// What a reader does with the lit targets: click, hover or long-press for a preview, arrow keys
// and Enter, and asking of a greyed target why it is not possible.

import { ask, button, isPhone, make, Refused, say } from "./core.js";

const HOVER = 160; // milliseconds before a preview is asked for
const LONG = 420; // milliseconds of a long press

const LIT = "[data-move]";
const GREY = "[data-why]";

export class Targets {
  /**
   * `holders`: the elements with drawings; `on.play(move, element)`, `on.preview(answer)`,
   * `on.leave()`; `context()` gives {id, number, query, lit} of what is shown now.
   */
  constructor(holders, context, on) {
    this.holders = holders;
    this.context = context;
    this.on = on;
    this.cache = new Map();
    this.grey = false;
    for (const holder of holders) {
      holder.addEventListener("click", (event) => this.click(event));
      holder.addEventListener("pointerover", (event) => this.over(event));
      holder.addEventListener("pointerout", (event) => this.outside(event));
      holder.addEventListener("pointerdown", (event) => this.down(event));
      holder.addEventListener("contextmenu", (event) => event.target.closest(LIT) && event.preventDefault());
      for (const name of ["pointerup", "pointermove", "pointercancel"]) {
        holder.addEventListener(name, (event) => this.release(event));
      }
      holder.addEventListener("focusin", (event) => this.focused(event));
      holder.addEventListener("focusout", () => this.leave());
    }
  }

  /**
   * After a new drawing: one of the targets can be reached by Tab, the others by arrow keys.
   * `focus`: the move to be focused, the first one if it is not there any more; null: none.
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

  all(kind) {
    return this.holders.flatMap((holder) => [...holder.querySelectorAll(kind)]).filter((element) => !element.closest(".layer"));
  }

  find(move) {
    return this.all(LIT).find((element) => element.dataset.move === move);
  }

  // Pointer

  click(event) {
    if (this.pressed === "long") {
      this.pressed = null;
      return;
    }
    const target = event.target.closest(LIT);
    if (target) this.on.play(target.dataset.move, target);
    else {
      const grey = event.target.closest(GREY);
      if (grey) this.why(grey);
      else this.leave();
    }
  }

  over(event) {
    const target = event.target.closest(LIT);
    if (event.pointerType !== "mouse" || !target || target === this.at) return;
    this.leave();
    this.at = target;
    this.timer = setTimeout(() => this.preview(target), HOVER);
  }

  outside(event) {
    if (event.pointerType === "mouse" && this.at && !this.at.contains(event.relatedTarget)) this.leave();
  }

  down(event) {
    if (event.pointerType === "mouse") return;
    const target = event.target.closest(LIT);
    this.pressed = null;
    if (!target) return;
    this.spot = [event.clientX, event.clientY];
    this.timer = setTimeout(() => {
      this.pressed = "long";
      this.at = target;
      this.preview(target, true);
    }, LONG);
  }

  release(event) {
    if (event.pointerType === "mouse" || this.pressed === "long") return;
    const moved = event.type === "pointermove" && Math.hypot(event.clientX - this.spot?.[0], event.clientY - this.spot?.[1]) < 8;
    if (!moved) clearTimeout(this.timer);
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

  focused(event) {
    const target = event.target.closest(LIT);
    if (!target || !target.matches(":focus-visible")) return;
    for (const other of this.all(LIT)) other.setAttribute("tabindex", other === target ? "0" : "-1");
    this.leave();
    this.at = target;
    this.timer = setTimeout(() => this.preview(target), HOVER);
  }

  /** Arrow keys, Enter and space; true if the key was meant for a target. */
  key(event) {
    const active = document.activeElement?.closest?.(`${LIT}, ${GREY}`);
    const inside = active && this.holders.some((holder) => holder.contains(active));
    if ((event.key === "Enter" || event.key === " ") && inside) {
      if (active.matches(LIT)) this.on.play(active.dataset.move, active);
      else this.why(active);
      return true;
    }
    if (event.key.startsWith("Arrow")) {
      const next = this.beside(inside ? active : null, event.key);
      next?.focus({ preventScroll: true });
      return Boolean(next);
    }
    return false;
  }

  /** The next target in a direction: near, and rather straight ahead than aside. */
  beside(from, key) {
    const choices = this.all(this.grey ? `${LIT}, ${GREY}` : LIT);
    if (!from) return choices[0];
    const start = centre(from);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
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

  async preview(target, held = false) {
    const { id, number, query } = this.context();
    const move = target.dataset.move;
    const key = `${number} ${move}`;
    try {
      if (!this.cache.has(key)) {
        this.cache.set(key, ask(`/api/tables/${id}/preview`, { query: { ...query, move, after: number } }));
      }
      const answer = await this.cache.get(key);
      if (this.at !== target || this.context().number !== number) return;
      this.on.preview(answer);
      const actions = held
        ? [make("div", { class: "actions" }, button(answer.label, () => this.on.play(move, target), { kind: "primary" }), button(say("Cancel"), () => this.leave()))]
        : [];
      const lines = answer.sentences.filter((sentence) => sentence !== answer.label);
      this.show(target, [make("strong", {}, answer.label), lines.length ? make("ul", {}, ...lines.map((line) => make("li", {}, line))) : "", ...actions], { held, aside: true });
    } catch (error) {
      this.cache.delete(key);
      if (!(error instanceof Refused)) throw error;
    }
  }

  async why(target) {
    const { id, query } = this.context();
    this.leave();
    this.at = target;
    try {
      const answer = await ask(`/api/tables/${id}/why-not`, { query: { ...query, move: target.dataset.why } });
      if (this.at !== target) return;
      this.show(target, [answer.reason]);
      this.on.tell(answer.reason);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /**
   * A small card. A preview lies where the log is (on the phone: over the hand), so that it does
   * not cover the board; an answer lies beside its target.
   */
  show(target, content, { held = false, aside = false } = {}) {
    this.tip?.remove();
    this.tip = make("div", { class: `tip${held ? " held" : ""}`, role: held ? "dialog" : "tooltip" }, ...content);
    document.body.append(this.tip);
    if (aside && isPhone()) {
      const tabs = document.querySelector(".tabs").getBoundingClientRect();
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

function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
