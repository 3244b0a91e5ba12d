// Looking back: any position of a game by slider, keys or log; the address is the link to it.

import { BoardView } from "./board.js";
import { askWhenReady, byId, closest, copyField, dialog, fieldById, icon, isDark, language, make, refusal, say } from "./core.js";
import { Sheets, showLog, showPlayers, showScoreHelp } from "./panels.js";
import { settingsButton } from "./settings.js";
import { setTitle } from "./waiting.js";

const PACE = 1300; // milliseconds between two moves when it plays by itself
const KEPT = 60; // positions kept for going back and forth

/** @typedef {Api.Screen & { drawnFor: number }} Drawn */

class ReplayPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table ?? "";
    this.view = new BoardView(byId("board"), byId("hand"));
    this.sheets = new Sheets(root);
    /** @type {Map<string, Promise<Drawn>>} */
    this.cache = new Map();
    this.number = -1;
    this.wanted = 0;
    this.last = 0;
    this.drawnFor = 0;
    this.timer = 0;
    this.redrawing = 0;
    this.listen();
  }

  /**
   * @param {number} number
   * @returns {Promise<Drawn>}
   */
  fetch(number) {
    const query = { width: this.view.width, hand: this.view.handWidth, language, dark: isDark() };
    const key = `${number} ${query.width} ${query.dark}`;
    const known = this.cache.get(key);
    if (known) return known;
    /** @type {Promise<Drawn>} */
    const answer = askWhenReady(`/api/tables/${this.id}/replay/${number}`, { query }).then((screen) => ({ ...screen, drawnFor: query.width }));
    answer.catch(() => this.cache.delete(key));
    this.cache.set(key, answer);
    const [oldest] = this.cache.keys();
    if (this.cache.size > KEPT) this.cache.delete(oldest);
    return answer;
  }

  async start() {
    try {
      const asked = this.root.dataset.moveNumber;
      const first = await this.fetch(Number(asked) || 0);
      this.last = first.last;
      fieldById("number").max = String(this.last);
      await this.go(Number(asked) || 0, { moving: false });
    } catch (error) {
      byId("prompt").textContent = refusal(error).message;
      this.root.classList.remove("loading");
    }
  }

  /**
   * @param {number} number
   * @param {{ moving?: boolean }} [how]
   */
  async go(number, { moving = true } = {}) {
    const wanted = Math.max(0, Math.min(this.last, number));
    this.wanted = wanted;
    fieldById("number").value = String(wanted);
    byId("of").textContent = `${wanted} / ${this.last}`;
    const screen = await this.fetch(wanted);
    if (this.wanted !== wanted) return;
    this.drawnFor = screen.drawnFor;
    const near = Math.abs(wanted - this.number) === 1;
    this.number = wanted;
    this.last = screen.last;
    fieldById("number").max = String(this.last);
    this.root.classList.remove("loading");
    this.words(screen);
    history.replaceState(null, "", `?move=${wanted}`);
    const drawn = this.view.show(screen.board, screen.hand, { moving: moving && near });
    for (const next of [wanted + 1, wanted - 1]) if (next >= 0 && next <= this.last) this.fetch(next).catch(() => {});
    await drawn;
    if (this.view.misfits(screen.drawnFor)) this.redraw();
  }

  /** @param {Drawn} screen */
  words(screen) {
    const table = screen.table;
    byId("game-title").textContent = table.title;
    byId("table-name").textContent = table.name || say("Look back");
    byId("to-table").hidden = !["playing", "over"].includes(table.status);
    setTitle(`${table.name || table.title} · ${say("Look back")}`);
    showPlayers(screen.players, { watching: screen.watching });
    showScoreHelp(screen.score_help);
    showLog(screen.log, screen.players, (line, pressed) => pressed && this.go(line.number), () => {});
    const line = screen.log.at(-1);
    const text = line && line.number === this.number ? line.text : this.number === 0 ? say("The beginning.") : screen.prompt;
    byId("prompt").textContent = text;
    byId("live").textContent = text;
  }

  play() {
    if (this.wanted >= this.last) this.go(0);
    byId("run").replaceChildren(icon("pause"));
    byId("run").setAttribute("aria-label", say("Pause"));
    const tick = async () => {
      await this.go(this.wanted + 1);
      if (this.wanted >= this.last) this.pause();
      else if (this.timer) this.timer = setTimeout(tick, PACE);
    };
    this.timer = setTimeout(tick, 200);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    byId("run").replaceChildren(icon("play"));
    byId("run").setAttribute("aria-label", say("Play"));
  }

  redraw() {
    this.go(this.wanted, { moving: false });
  }

  share() {
    const link = `${location.origin}/replay/${this.id}?move=${this.number}`;
    dialog(
      say("Share this position"),
      make("div", { class: "stack" }, make("p", {}, say("Whoever opens this link sees the game at this move.")), copyField(link, say("Link to this position"))),
    );
  }

  listen() {
    /**
     * @param {string} id
     * @param {() => void} action
     */
    const jump = (id, action) => byId(id).addEventListener("click", () => {
      if (id !== "run") this.pause();
      action();
    });
    jump("first", () => this.go(0));
    jump("back", () => this.go(this.wanted - 1));
    jump("next", () => this.go(this.wanted + 1));
    jump("last", () => this.go(this.last));
    jump("run", () => (this.timer ? this.pause() : this.play()));
    byId("number").addEventListener("input", () => {
      this.pause();
      this.go(Number(fieldById("number").value));
    });
    byId("share").addEventListener("click", () => this.share());
    settingsButton(() => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    document.addEventListener("keydown", (event) => {
      if (closest(event, "input, dialog, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => this.go(this.wanted - 1),
        ArrowRight: () => this.go(this.wanted + 1),
        Home: () => this.go(0),
        End: () => this.go(this.last),
        Escape: () => this.sheets.close(),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      this.pause();
      keys[event.key]();
    });
    new ResizeObserver(() => {
      if (this.number >= 0 && this.view.misfits(this.drawnFor)) {
        clearTimeout(this.redrawing);
        this.redrawing = setTimeout(() => this.redraw(), 250);
      }
    }).observe(this.view.board);
  }
}

new ReplayPage(byId("table")).start();
