// Dragging a thing to its place: the thing is chosen when it comes to the board, and put down where
// the pointer lets go of it.

import { LIT, THING } from "./targets.js";

const FAR = 12; // pixels before a press becomes a drag

/** @typedef {import("./targets.js").Target} Target */

export class Drag {
  /**
   * @param {HTMLElement} hand where things are dragged from
   * @param {HTMLElement} board where they are dragged to
   * @param {{
   *   take: (thing: Target) => Promise<void>,
   *   nearest: (x: number, y: number) => Target | null,
   *   aim: (place: Target | null) => void,
   *   put: (place: Target) => void,
   * }} on `take` resolves when the places for the thing are lit
   */
  constructor(hand, board, on) {
    this.hand = hand;
    this.board = board;
    this.on = on;
    /** @type {{ thing: Target, x: number, y: number, id: number, taken: Promise<void> | null, ghost: Node | null } | null} */
    this.drag = null;
    hand.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.end());
    // What was dragged has not been clicked.
    hand.addEventListener("click", (event) => this.dragged && event.stopImmediatePropagation(), { capture: true });
    this.dragged = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    const thing = event.target instanceof Element ? event.target.closest(`${LIT}, [data-again], ${THING}`) : null;
    if (!thing?.querySelector("[data-key]") && !thing?.matches("[data-key]")) return;
    // A finger on a hand that is taller than its frame scrolls it.
    const finger = event.pointerType === "touch";
    if (event.button !== 0 || !event.isPrimary || (finger && this.hand.classList.contains("tall"))) return;
    // The thing is drawn anew while it is dragged: what follows must not depend on the old one.
    if (finger && event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
    this.drag = { thing: /** @type {Target} */ (thing), x: event.clientX, y: event.clientY, id: event.pointerId, taken: null, ghost: null };
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      drag.ghost = this.ghost(drag.thing);
    }
    if (!drag.taken && this.board.contains(document.elementFromPoint(event.clientX, event.clientY))) {
      this.dragged = true;
      drag.taken = drag.thing.getAttribute("aria-pressed") === "true" ? Promise.resolve() : this.on.take(drag.thing);
    }
    if (drag.taken) this.on.aim(this.on.nearest(event.clientX, event.clientY));
    if (drag.ghost instanceof SVGElement) drag.ghost.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
  }

  /** @param {PointerEvent} event */
  async up(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    this.end();
    if (!drag.taken) return;
    await drag.taken;
    this.on.aim(null);
    const place = this.on.nearest(event.clientX, event.clientY);
    if (place && this.board.contains(place)) this.on.put(place);
  }

  end() {
    if (this.drag?.ghost instanceof Element) this.drag.ghost.remove();
    this.drag = null;
  }

  /**
   * A copy of the thing that follows the pointer.
   * @param {Target} thing
   */
  ghost(thing) {
    const svg = thing instanceof SVGElement ? thing.ownerSVGElement : null;
    if (!svg) return null;
    const box = svg.getBoundingClientRect();
    const ghost = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
    const copy = /** @type {SVGElement} */ (thing.cloneNode(true));
    for (const part of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of ["data-move", "data-again", "data-for", "data-then", "data-key", "tabindex", "role", "aria-label", "id"]) part.removeAttribute(name);
    }
    ghost.setAttribute("class", "dragged");
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    ghost.append(copy);
    document.body.append(ghost);
    return ghost;
  }
}
