// Zooming a board: pinch, double tap, Ctrl and wheel, the keys + - 0; one finger moves it when it
// is larger than its frame. It can never be pushed out of its frame.

import { closest, icon, make, say } from "../core.js";

const MOST = 4;
const TAP = 300; // milliseconds between the taps of a double tap
const SLIP = 8; // pixels a finger may slip and still mean a tap

export class Zoom {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} inner
   */
  constructor(frame, inner) {
    this.frame = frame;
    this.inner = inner;
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.start = { x: 0, y: 0 };
    this.gap = 1;
    this.slipped = false;
    /** @type {{ x: number, y: number, at: number } | null} the last tap beside targets */
    this.tapped = null;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.out = make(
      "button",
      { type: "button", class: "button zoom-out", hidden: true, "aria-label": say("Show the whole board"), onclick: () => this.reset() },
      icon("zoom"),
    );
    frame.append(this.out);
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      frame.addEventListener(name, (event) => this.up(event));
    }
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A finger that moved the board has not clicked on it.
    frame.addEventListener("click", (event) => this.slipped && event.stopPropagation(), { capture: true });
  }

  reset() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.apply();
  }

  apply() {
    const { width, height } = this.frame.getBoundingClientRect();
    this.x = Math.min(0, Math.max(this.x, width * (1 - this.scale)));
    this.y = Math.min(0, Math.max(this.y, height * (1 - this.scale)));
    this.inner.style.transform = this.scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.out.hidden = this.scale === 1;
    this.frame.classList.toggle("zoomed", this.scale !== 1);
  }

  /**
   * Zoom so that what is under the point stays under it.
   * @param {number} scale
   * @param {number} [clientX] default: the middle
   * @param {number} [clientY]
   */
  to(scale, clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const next = Math.min(MOST, Math.max(1, scale));
    this.x = px - ((px - this.x) * next) / this.scale;
    this.y = py - ((py - this.y) * next) / this.scale;
    this.scale = next;
    this.apply();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse" && this.scale === 1) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.slipped = this.pointers.size > 1;
    this.start = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) this.gap = this.spread();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const known = this.pointers.get(event.pointerId);
    if (!known) return;
    const moved = { x: event.clientX - known.x, y: event.clientY - known.y };
    known.x = event.clientX;
    known.y = event.clientY;
    if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > SLIP) this.slipped = true;
    if (this.pointers.size === 2) {
      const gap = this.spread();
      const [a, b] = [...this.pointers.values()];
      this.to((this.scale * gap) / this.gap, (a.x + b.x) / 2, (a.y + b.y) / 2);
      this.gap = gap;
    } else if (this.scale > 1 && this.slipped) {
      this.x += moved.x;
      this.y += moved.y;
      this.apply();
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId) || event.pointerType === "mouse") return;
    if (this.pointers.size || this.slipped || event.type !== "pointerup") return;
    const now = event.timeStamp;
    const last = this.tapped;
    const near = last && now - last.at < TAP && Math.hypot(last.x - event.clientX, last.y - event.clientY) < 24;
    // On a target the second tap of a double one is part of the first.
    if (closest(event, "[data-move], [data-again], [data-for]")) this.tapped = null;
    else if (near) {
      this.to(this.scale > 1 ? 1 : 2.2, event.clientX, event.clientY);
      this.tapped = null;
    } else this.tapped = { x: event.clientX, y: event.clientY, at: now };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && this.scale === 1) return;
    event.preventDefault();
    this.to(this.scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  spread() {
    const [a, b] = [...this.pointers.values()];
    return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  }
}
