// The note at a table whose bots are being compiled while weaker ones play for them.

import { ask, icon, make, say } from "./core.js";

const EVERY = 2000; // milliseconds between two looks

export class StandingIn {
  constructor() {
    /** @type {HTMLElement | null} */
    this.note = null;
    this.words = make("span");
    this.game = "";
    this.timer = 0;
    this.closed = false;
  }

  /** @param {Api.Screen} screen */
  show(screen) {
    this.game = screen.table.game;
    const now = screen.players.some((player) => player.stands_in);
    if (!now || this.note || this.closed) return;
    const close = make("button", { type: "button", class: "button quiet", "aria-label": say("Close"), onclick: () => this.close() }, icon("close"));
    this.note = make("div", { class: "lost", id: "standing-in", role: "status" }, make("span", { class: "spinner" }), this.words, close);
    this.look();
  }

  async look() {
    try {
      /** @type {Api.ServerStatus} */
      const status = await ask("/api/status");
      const bots = status.bots.find((each) => each.game === this.game);
      if (bots) this.tell(bots.seconds);
      else this.remove();
    } catch {
      // The note stays; the next look may succeed.
    }
    if (this.note) this.timer = setTimeout(() => this.look(), EVERY);
  }

  /** @param {number} seconds */
  tell(seconds) {
    const time = seconds < 90 ? say("{count} seconds", { count: Math.ceil(seconds / 5) * 5 }) : say("{count} minutes", { count: Math.round(seconds / 60) });
    this.words.textContent = say("The bots are being prepared, once only: about {time}. Until then they play simple moves, and this game is not rated.", { time });
    if (this.note && !this.note.isConnected) document.body.append(this.note);
  }

  close() {
    this.closed = true;
    this.remove();
  }

  remove() {
    clearTimeout(this.timer);
    this.note?.remove();
    this.note = null;
  }
}
