// What a reader does with the lit targets: press them with mouse, finger or keys, see a preview on
// hover or by a long press, see what a thing in hand is good for, choose again what is half done, and
// ask why something is not possible.

import { ask, button, closest, isPhone, make, refusal, say } from "./core.js";

const HOVER = 160; // milliseconds before a preview is asked for
const LONG = 420; // milliseconds of a long press
const SLIP = 8; // pixels a finger may slip and still mean the same spot
const REACH = 26; // pixels beside a target that a finger may be
const DOUBLE = 500; // milliseconds in which a second press at the same spot is part of the first
const SPOT = 30; // pixels
const AFTER_TOUCH = 700; // milliseconds in which a browser sends the click of a touch

export const LIT = "[data-move]";
const AGAIN = "[data-again]";
/** A thing that serves some of the lit moves (`data-for`), and is used by the move `data-then`. */
export const THING = "[data-for]";
/** Another place to press what is lit elsewhere. */
const AS = "[data-as]";
const PRESSABLE = `${LIT}, ${AGAIN}, ${THING}`;
const GREY = "[data-why]";
/** @type {Record<string, [number, number]>} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {HTMLElement | SVGElement} Target a part of a drawing that can be pressed */
/** @typedef {{ x: number, y: number }} Point */

export class Targets {
  /**
   * @param {HTMLElement[]} holders the elements with drawings
   * @param {() => { id: string, number: number, query: Query }} context what is shown now
   * @param {{
   *   play: (move: string, element: Element, then?: string) => void,
   *   again: (move: string, element: Element) => void,
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
    /** @type {string | null} what would use the thing that is picked up */
    this.then = null;
    /** @type {Target | null} what a preview or an answer is about */
    this.at = null;
    /** @type {HTMLElement | null} */
    this.tip = null;
    this.timer = 0;
    /** @type {Target | null} what a finger that is down would press */
    this.aimed = null;
    this.long = false;
    this.start = { x: 0, y: 0 };
    /** @type {Point & { at: number } | null} the last press that did something */
    this.last = null;
    this.touched = -Infinity;
    for (const holder of holders) this.listen(holder);
  }

  /** @param {HTMLElement} holder */
  listen(holder) {
    holder.addEventListener("click", (event) => this.click(event));
    holder.addEventListener("pointerover", (event) => this.over(event));
    holder.addEventListener("pointerout", (event) => this.outside(event));
    holder.addEventListener("pointerdown", (event) => this.down(event, holder));
    holder.addEventListener("pointermove", (event) => this.move(event, holder));
    holder.addEventListener("pointerup", (event) => this.up(event));
    holder.addEventListener("pointercancel", () => this.aim(null));
    holder.addEventListener("contextmenu", (event) => closest(event, PRESSABLE) && event.preventDefault());
    holder.addEventListener("focusin", (event) => this.focused(event));
    holder.addEventListener("focusout", (event) => this.unfocused(event));
  }

  /**
   * After a new drawing: one of the targets can be reached by Tab, the others by arrow keys.
   * @param {string | null} focus the move to be focused, the first one if it is not there any
   *   more; null: none
   */
  settle(focus) {
    this.cache.clear();
    this.aim(null);
    this.leave();
    const lit = this.all(LIT);
    for (const thing of this.all(THING)) thing.setAttribute("tabindex", "-1");
    this.pick(this.all(THING).find((thing) => thing.dataset.then === this.then) ?? null);
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
   * Let what could be chosen in place of a half-done choice be pressed: the drawing has it as what
   * is not possible now.
   * @param {Api.Again[]} choices
   */
  offer(choices) {
    const moves = new Map(choices.map((choice) => [choice.move, choice]));
    for (const element of this.all(GREY)) {
      const choice = moves.get(element.dataset.why ?? "");
      if (!choice) continue;
      delete element.dataset.why;
      element.dataset.again = choice.move;
      element.querySelector(":scope > title")?.remove();
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      element.setAttribute("aria-label", choice.label);
      if (choice.chosen) element.setAttribute("aria-pressed", "true");
    }
  }

  /**
   * @param {string} kind
   * @returns {Target[]}
   */
  all(kind) {
    const found = this.holders.flatMap((holder) => [...holder.querySelectorAll(kind)]);
    return /** @type {Target[]} */ (found.filter((element) => !element.closest(".layer, .unlit")));
  }

  /** @param {string} move */
  find(move) {
    return this.all(LIT).find((element) => element.dataset.move === move);
  }

  // Pressing

  /**
   * Press a target, unless this is the second half of a double press at the same spot. What counts is when
   * it was pressed: a page that is still drawing hears of it later.
   * @param {Target} target
   * @param {MouseEvent | null} event null: not by a pointer
   */
  press(target, event) {
    const pressed = event && { x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (pressed && this.isDouble(pressed)) return;
    this.last = pressed;
    const { move, again } = target.dataset;
    if (move !== undefined) {
      const then = this.then ?? undefined;
      this.pick(null);
      this.on.play(move, target, then);
    } else if (again !== undefined) this.on.again(again, target);
    else this.pick(target.dataset.then === this.then ? null : target);
  }

  /**
   * Pick a thing up, so that only what it serves is lit; null: put it down.
   * @param {Target | null} thing
   */
  pick(thing) {
    for (const other of this.all("[data-for][aria-pressed]")) other.removeAttribute("aria-pressed");
    for (const holder of this.holders) for (const dim of holder.querySelectorAll(".unlit")) dim.classList.remove("unlit");
    this.then = thing?.dataset.then ?? null;
    if (!thing) return;
    thing.setAttribute("aria-pressed", "true");
    const served = new Set(thing.dataset.for?.split(","));
    for (const target of this.all(LIT)) target.classList.toggle("unlit", this.holders[0].contains(target) && !served.has(target.dataset.move ?? ""));
  }

  /** @param {HTMLElement | SVGElement | null | undefined} other */
  meant(other) {
    return this.find(other?.dataset.as ?? "") ?? null;
  }

  /** @param {Point & { at: number }} pressed */
  isDouble(pressed) {
    return this.last !== null && pressed.at - this.last.at < DOUBLE && apart(pressed, this.last) < SPOT;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (event.timeStamp - this.touched < AFTER_TOUCH) return;
    const target = /** @type {Target | null} */ (closest(event, PRESSABLE)) ?? this.meant(closest(event, AS));
    const grey = closest(event, GREY);
    if (target) this.press(target, event.detail ? event : null);
    else if (this.then) this.pick(null);
    else if (grey) this.why(grey);
    else this.leave();
  }

  /** @param {PointerEvent} event */
  over(event) {
    const target = /** @type {Target | null} */ (closest(event, LIT)) ?? this.meant(closest(event, AS));
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

  // A finger picks the nearest target, sees it enlarged and plays on release

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} holder
   */
  down(event, holder) {
    if (event.pointerType === "mouse") return;
    this.leave();
    this.long = false;
    this.start = { x: event.clientX, y: event.clientY };
    const target = event.isPrimary ? this.nearest(this.start, holder) : null;
    this.aim(target);
    if (target?.matches(LIT)) this.timer = setTimeout(() => this.hold(target), LONG);
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} holder
   */
  move(event, holder) {
    if (event.pointerType === "mouse" || !this.aimed || this.long) return;
    const spot = { x: event.clientX, y: event.clientY };
    if (apart(spot, this.start) < SLIP) return;
    clearTimeout(this.timer);
    // In a hand a moving finger scrolls; on the board it looks for its target.
    const still = holder === this.holders[0] && !holder.classList.contains("zoomed");
    this.aim(still ? this.nearest(spot, holder) : null);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerType === "mouse") return;
    clearTimeout(this.timer);
    const target = this.aimed;
    this.aim(null);
    if (this.long || target) this.touched = event.timeStamp;
    if (target && !this.long) this.press(target, event);
  }

  /** @param {Target} target */
  hold(target) {
    this.long = true;
    this.aim(null);
    this.at = target;
    this.preview(target, true);
  }

  /** @param {Target | null} target */
  aim(target) {
    if (target === this.aimed) return;
    clearTimeout(this.timer);
    this.enlarge(target);
    this.aimed = target;
  }

  /** @param {Target | null} target what a finger would press or put something on */
  enlarge(target) {
    for (const other of this.all(".aimed")) if (other !== target) other.classList.remove("aimed");
    target?.classList.add("aimed");
  }

  /**
   * The target under a finger, else the nearest one within its reach.
   * @param {Point} spot
   * @param {HTMLElement} holder
   * @returns {Target | null}
   */
  nearest(spot, holder) {
    const top = document.elementFromPoint(spot.x, spot.y);
    const under = top?.closest(PRESSABLE);
    const meant = this.meant(top?.closest(AS));
    if (meant) return meant;
    if (under && holder.contains(under) && !under.closest(".unlit")) return /** @type {Target} */ (under);
    let best = null;
    let least = REACH;
    for (const target of this.all(`${LIT}, ${THING}`)) {
      if (!holder.contains(target)) continue;
      const far = beside(spot, target.getBoundingClientRect());
      if (far < least) {
        least = far;
        best = target;
      }
    }
    return best;
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

  /** @param {FocusEvent} event */
  unfocused(event) {
    const to = event.relatedTarget;
    if (!(to instanceof Node && this.tip?.contains(to))) this.leave();
  }

  /**
   * Arrow keys, Enter and space; true if the key was meant for a target.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const active = this.focusedTarget();
    if ((event.key === "Enter" || event.key === " ") && active) {
      if (event.repeat) return true;
      if (active.matches(PRESSABLE)) this.press(active, null);
      else this.why(active);
      return true;
    }
    const direction = DIRECTIONS[event.key];
    const next = direction && this.next(active, direction);
    next?.focus({ preventScroll: true });
    return Boolean(next);
  }

  focusedTarget() {
    /** @type {Target | null | undefined} */
    const active = document.activeElement?.closest(`${PRESSABLE}, ${GREY}`);
    return active && this.holders.some((holder) => holder.contains(active)) ? active : null;
  }

  /**
   * The next target in a direction, the first one if none has the focus.
   * @param {Target | null} from
   * @param {[number, number]} direction
   * @returns {Target | undefined}
   */
  next(from, [dx, dy]) {
    // What is half done is put down by Escape; the keys go on with what is to be decided.
    const choices = this.all(this.grey ? `${PRESSABLE}, ${GREY}` : `${LIT}, ${THING}`);
    return from ? ahead(from, choices, [dx, dy]) : choices[0];
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
    const move = target.dataset.move ?? "";
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
      // Beside the board where that has the whole height of the screen.
      Object.assign(this.tip.style, { left: `${tabs.left + 8}px`, right: "8px", bottom: `${innerHeight - tabs.top + 4}px`, maxWidth: "none" });
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

/**
 * The next of some targets in a direction: near, and rather straight ahead than aside.
 * @param {Target} from
 * @param {Target[]} choices
 * @param {[number, number]} direction
 */
export function ahead(from, choices, [dx, dy]) {
  const start = centre(from);
  let best = null;
  let least = Infinity;
  for (const choice of choices) {
    if (choice === from) continue;
    const { x, y } = centre(choice);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
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

/**
 * @param {Element} element
 * @returns {Point}
 */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * How far a spot lies outside a box.
 * @param {Point} spot
 * @param {DOMRect} box
 */
function beside(spot, box) {
  const x = Math.max(box.left - spot.x, 0, spot.x - box.right);
  const y = Math.max(box.top - spot.y, 0, spot.y - box.bottom);
  return Math.hypot(x, y);
}
