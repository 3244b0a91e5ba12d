// What a reader does with the lit targets: press them with mouse, finger or keys, see a preview on
// hover or by a long press, see what a thing in hand is good for, choose again what is half done, and
// ask why something is not possible.

import { button, closest, make, refusal, say } from "../core.js";

const HOVER = 160; // milliseconds before a preview is asked for
const LONG = 420; // milliseconds of a long press
const SLIP = 8; // pixels a finger may slip and still mean the same spot
const REACH = 8; // pixels beside a target that a finger may be
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
/** @typedef {{ style: Partial<CSSStyleDeclaration>, kind: string }} Room where a page has room for a card */

export class Targets {
  /**
   * @param {HTMLElement[]} holders the elements with drawings
   * @param {() => string} decision what the reader is to decide now
   * @param {{
   *   play: (move: string, element: Element, then?: string, waits?: boolean) => void,
   *   again: (move: string, element: Element) => void,
   *   fetch?: (move: string) => Promise<Api.Preview>,
   *   preview?: (answer: Api.Preview) => void,
   *   why: (move: string) => Promise<string>,
   *   leave?: () => void,
   *   tell: (sentence: string) => void,
   *   describe?: (sentences: string) => void,
   *   room?: () => Room | null,
   * }} on `fetch`: without it nothing is previewed; `why`: the reason, "" where the page says it elsewhere
   */
  constructor(holders, decision, on) {
    this.holders = holders;
    this.decision = decision;
    this.on = on;
    /** @type {Map<string, Promise<Api.Preview>>} */
    this.cache = new Map();
    this.grey = false;
    /** @type {string | null} what would use the thing that is picked up */
    this.then = null;
    /** Whether it is used as soon as it can be, else at once or not at all. */
    this.waits = false;
    /** @type {Target | null} what a preview or an answer is about */
    this.at = null;
    /** @type {HTMLElement | null} */
    this.tip = null;
    this.timer = 0;
    /** Whether a finger that is down looks for its target. */
    this.looking = false;
    /** @type {Target | null} what it would press, or ask about */
    this.aimed = null;
    this.long = false;
    this.start = { x: 0, y: 0 };
    this.begun = 0;
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
    holder.addEventListener("pointercancel", () => this.lose());
    holder.addEventListener("contextmenu", (event) => closest(event, PRESSABLE) && event.preventDefault());
    holder.addEventListener("focusin", (event) => this.focused(event));
    holder.addEventListener("focusout", (event) => this.unfocused(event));
  }

  /**
   * Names that say what is there, too; to be given before the drawing settles.
   * @param {Record<string, string>} names by move
   */
  name(names) {
    for (const target of this.all(`${LIT}, ${GREY}, ${THING}`)) {
      const { move, why, then } = target.dataset;
      const name = names[move ?? why ?? then ?? ""];
      if (!name) continue;
      if (move !== undefined) target.setAttribute("aria-label", name);
      else if (why !== undefined) target.setAttribute("aria-label", say("{place}. Not possible now; Enter explains.", { place: name }));
      else {
        target.dataset.called ??= target.getAttribute("aria-label") ?? "";
        target.setAttribute("aria-label", `${target.dataset.called}. ${name}`);
      }
    }
  }

  /** Only who has asked for it by W is told of what is not possible. */
  reach() {
    for (const target of this.all(GREY)) {
      if (this.grey) target.removeAttribute("aria-hidden");
      else target.setAttribute("aria-hidden", "true");
    }
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
    this.reach();
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
      element.removeAttribute("aria-hidden");
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
      const { then, waits } = this;
      this.pick(null);
      this.on.play(move, target, then ?? undefined, waits);
    } else if (again !== undefined) this.on.again(again, target);
    else if (target.dataset.leads !== undefined) this.lead(target);
    else {
      this.pick(target.dataset.then === this.then ? null : target);
      this.on.tell(say("Possible moves: {count}.", { count: this.all(LIT).length }));
    }
  }

  /**
   * A place that something else has to be chosen for first: that is chosen if there is no other, else the place says what.
   * @param {Target} place
   */
  lead(place) {
    const { leads = "", then } = place.dataset;
    const [only, ...others] = (place.dataset.for ?? "").split(",");
    this.leave();
    if (!others.length) {
      this.pick(null);
      this.on.play(only, place, then, true);
      return;
    }
    this.pick(place);
    this.at = place;
    this.show(place, [leads]);
    this.on.tell(leads);
  }

  /**
   * Pick a thing up, so that only what it serves is lit; null: put it down.
   * @param {Target | null} thing
   */
  pick(thing) {
    for (const other of this.all("[data-for][aria-pressed]")) other.removeAttribute("aria-pressed");
    for (const holder of this.holders) for (const dim of holder.querySelectorAll(".unlit")) dim.classList.remove("unlit");
    this.then = thing?.dataset.then ?? null;
    this.waits = thing?.dataset.leads !== undefined;
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
    if (event.detail && event.timeStamp - this.touched < AFTER_TOUCH) return;
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

  // A finger picks what is under it, or the lit target close beside it, sees it enlarged and plays on release

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} holder
   */
  down(event, holder) {
    if (event.pointerType === "mouse") return;
    this.leave();
    this.long = false;
    this.start = { x: event.clientX, y: event.clientY };
    this.begun = event.timeStamp;
    this.looking = event.isPrimary;
    const target = event.isPrimary ? this.meantBy(this.start, holder) : null;
    this.aim(target);
    // Where there is nothing to see by holding, a slow press is a press.
    if (this.on.fetch && target?.matches(LIT)) this.timer = setTimeout(() => this.hold(target), LONG);
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} holder
   */
  move(event, holder) {
    if (event.pointerType === "mouse" || !this.looking || this.long) return;
    const spot = { x: event.clientX, y: event.clientY };
    if (apart(spot, this.start) < SLIP) return;
    clearTimeout(this.timer);
    // In a hand a moving finger scrolls; on the board it looks for its target.
    this.looking = holder === this.holders[0] && !holder.classList.contains("zoomed");
    this.aim(this.looking ? this.meantBy(spot, holder) : null);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerType === "mouse") return;
    clearTimeout(this.timer);
    // What counts is how long the finger was there: a page that was busy meanwhile hears of its end late.
    const short = this.long && event.timeStamp - this.begun < LONG;
    const target = short ? this.at : this.aimed;
    if (short) {
      this.long = false;
      this.leave();
    }
    const tapped = this.looking && apart({ x: event.clientX, y: event.clientY }, this.start) < SLIP;
    this.lose();
    // The click that follows says nothing new: a browser may send it to what lies further beside the finger.
    this.touched = event.timeStamp;
    if (this.long) return;
    if (target?.matches(PRESSABLE)) this.press(target, event);
    else if (target && !this.then) this.why(target);
    else if (target || tapped) this.pick(null);
  }

  /** The finger means nothing any more. */
  lose() {
    this.looking = false;
    this.aim(null);
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
    this.enlarge(target?.matches(PRESSABLE) ? target : null);
    this.aimed = target;
  }

  /** @param {Target | null} target what a finger would press or put something on */
  enlarge(target) {
    for (const other of this.all(".aimed")) if (other !== target) other.classList.remove("aimed");
    target?.classList.add("aimed");
  }

  /**
   * What a finger means: a target, or the place that is not possible under it.
   * @param {Point} spot
   * @param {HTMLElement} holder
   * @returns {Target | null}
   */
  meantBy(spot, holder) {
    return this.nearest(spot, holder) ?? this.greyAt(spot, holder);
  }

  /**
   * @param {Point} spot
   * @param {HTMLElement} holder
   * @returns {Target | null}
   */
  greyAt(spot, holder) {
    const grey = document.elementFromPoint(spot.x, spot.y)?.closest(GREY);
    return grey && holder.contains(grey) ? /** @type {Target} */ (grey) : null;
  }

  /**
   * The target under a finger, else the nearest one within its reach; none for a finger inside a place that
   * is not possible: that one says why.
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
    const inside = [...holder.querySelectorAll(".unlit")].some((place) => beside(spot, place.getBoundingClientRect()) === 0);
    if (inside || this.greyAt(spot, holder)) return null;
    return this.around(spot, holder);
  }

  /**
   * The nearest target around a spot. What is drawn there is asked, for the box around a target of several parts
   * holds much that is not its own.
   * @param {Point} spot
   * @param {HTMLElement} holder
   * @returns {Target | null}
   */
  around(spot, holder) {
    for (let far = 2; far <= REACH; far += 2) {
      for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 8) {
        const met = document.elementFromPoint(spot.x + far * Math.cos(turn), spot.y + far * Math.sin(turn));
        const target = met?.closest(`${LIT}, ${THING}`);
        if (target && holder.contains(target) && !target.closest(".layer, .unlit")) return /** @type {Target} */ (target);
      }
    }
    return null;
  }

  leave() {
    clearTimeout(this.timer);
    if (!this.at && !this.tip) return;
    this.at?.removeAttribute("aria-describedby");
    this.at = null;
    this.tip?.remove();
    this.tip = null;
    this.on.describe?.("");
    this.on.leave?.();
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
    const choices = this.all(this.grey ? `${PRESSABLE}, ${GREY}` : `${LIT}, ${THING}:not([data-leads])`);
    return from ? ahead(from, choices, [dx, dy]) : choices[0];
  }

  // Asking the page

  /**
   * What a move would do; asked once for each decision.
   * @param {string} move
   * @param {(move: string) => Promise<Api.Preview>} fetch
   */
  foreseen(move, fetch) {
    const key = `${this.decision()} ${move}`;
    let answer = this.cache.get(key);
    if (!answer) {
      answer = fetch(move);
      answer.catch(() => this.cache.delete(key));
      this.cache.set(key, answer);
    }
    return answer;
  }

  /** @param {Target} target */
  async preview(target, held = false) {
    if (!this.on.fetch) return;
    const decision = this.decision();
    const move = target.dataset.move ?? "";
    try {
      const answer = await this.foreseen(move, this.on.fetch);
      if (this.at !== target || this.decision() !== decision) return;
      this.on.preview?.(answer);
      const actions = held
        ? [make("div", { class: "actions" }, button(answer.label, () => this.on.play(move, target), { kind: "primary" }), button(say("Cancel"), () => this.leave()))]
        : [];
      const lines = answer.sentences.filter((sentence) => sentence !== answer.label);
      this.show(target, [make("strong", {}, answer.label), lines.length ? make("ul", {}, ...lines.map((line) => make("li", {}, line))) : "", ...actions], { held, aside: true });
      if (document.activeElement === target) this.on.describe?.(lines.join(" "));
    } catch (error) {
      refusal(error);
    }
  }

  /** @param {Target} target */
  async why(target) {
    this.leave();
    this.at = target;
    try {
      const reason = await this.on.why(target.dataset.why ?? "");
      if (this.at !== target || !reason) return;
      this.show(target, [reason]);
      this.on.tell(reason);
    } catch (error) {
      refusal(error);
    }
  }

  /**
   * A small card. A preview lies where the page has room for it, so that it does not cover the board; an
   * answer lies beside its target.
   * @param {Target} target
   * @param {Child[]} content
   * @param {{ held?: boolean, aside?: boolean }} [how]
   */
  show(target, content, { held = false, aside = false } = {}) {
    this.tip?.remove();
    this.tip = make("div", { class: `tip${held ? " held" : ""}`, id: "tip", role: held ? "dialog" : "tooltip" }, ...content);
    document.body.append(this.tip);
    target.setAttribute("aria-describedby", "tip");
    const room = aside ? this.on.room?.() : null;
    if (room) {
      if (room.kind) this.tip.classList.add(room.kind);
      Object.assign(this.tip.style, room.style);
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
