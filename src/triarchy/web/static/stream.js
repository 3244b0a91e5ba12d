// The event stream of a table, with resume and a note while the connection is lost.

import { at, language, make, say } from "./core.js";
import { alone, News as NewsHere } from "./site.js";

const PATIENCE = 1500; // milliseconds without a connection before the reader is told
const SLOWEST = 10000; // the longest wait between two tries

/** Listens until closed. `on.table(data)`, `on.gone()`, `on.back()` (after a lost connection). */
export class Stream {
  /**
   * @param {string} table
   * @param {{ table: (data: News) => void, gone: () => void, back: () => void, presence: (facts: Api.PresenceFacts) => void }} on
   */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** @type {string | null} */
    this.last = null;
    /** @type {Query | null} how the screens that events carry are drawn; none: they carry none */
    this.look = null;
    /** @type {EventSource | null | undefined} */
    this.source = undefined;
    /** @type {HTMLElement | null} */
    this.note = null;
    this.timer = 0;
    this.retry = 0;
    this.wait = 500;
    this.lost = false;
    this.visible = () => document.visibilityState === "visible" && this.retryNow();
    this.online = () => this.retryNow();
    document.addEventListener("visibilitychange", this.visible);
    addEventListener("online", this.online);
    addEventListener("pagehide", () => this.close());
  }

  /**
   * Listen for whatever comes after this event.
   * @param {string | null} [last]
   * @param {Query | null} [look]
   */
  open(last, look) {
    this.last = last ?? this.last;
    this.look = look ?? this.look;
    this.source?.close();
    const path = `/api/tables/${this.table}/events`;
    const address = new URL(alone ? path : at(path), location.origin);
    if (this.last) address.searchParams.set("last", this.last);
    address.searchParams.set("language", language);
    address.searchParams.set("who", "true");
    if (this.look) address.searchParams.set("screen", "true");
    for (const [name, value] of Object.entries(this.look ?? {})) {
      if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
    }
    const source = alone ? /** @type {EventSource} */ (/** @type {unknown} */ (new NewsHere(address))) : new EventSource(address);
    this.source = source;
    source.addEventListener("open", () => this.connected());
    source.addEventListener("table", (event) => {
      this.connected();
      const data = JSON.parse(event.data);
      this.last = data.event ?? event.lastEventId;
      this.on.table(data);
    });
    source.addEventListener("presence", (event) => this.on.presence(JSON.parse(event.data)));
    source.addEventListener("gone", () => {
      this.close();
      this.on.gone();
    });
    source.addEventListener("error", () => this.broken(source));
  }

  connected() {
    clearTimeout(this.timer);
    this.timer = 0;
    clearTimeout(this.retry);
    this.wait = 500;
    this.note?.remove();
    this.note = null;
    if (this.lost) {
      this.lost = false;
      this.on.back();
    }
  }

  /** @param {EventSource} source */
  broken(source) {
    if (source !== this.source) return;
    this.lost = true;
    // The browser's own retries end with an error answer; ours go on.
    source.close();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.7, SLOWEST);
    if (!this.note && !this.timer) {
      this.timer = setTimeout(() => {
        this.timer = 0;
        if (this.lost) this.tell();
      }, PATIENCE);
    }
  }

  retryNow() {
    if (!this.lost || this.source === null) return;
    this.wait = 500;
    clearTimeout(this.retry);
    this.open();
  }

  tell() {
    this.note = make(
      "div",
      { class: "lost", role: "alert" },
      make("span", { class: "spinner" }),
      say("Connection lost. Trying again; nothing is lost."),
    );
    document.body.append(this.note);
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    document.removeEventListener("visibilitychange", this.visible);
    removeEventListener("online", this.online);
    this.source?.close();
    this.source = null;
    this.note?.remove();
  }
}
