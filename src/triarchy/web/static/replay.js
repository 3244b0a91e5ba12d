// Looking back: any position of a game by slider, keys or log; the address is the link to it.

import { BoardView } from "./board.js";
import { askWhenReady, copyField, dialog, icon, isDark, language, make, Refused, say } from "./core.js";
import { Sheets, showLog, showPlayers, showScoreHelp } from "./panels.js";
import { settingsButton } from "./settings.js";

const PACE = 1300; // milliseconds between two moves when it plays by itself
const KEPT = 60; // positions kept for going back and forth

const byId = (id) => document.getElementById(id);

class ReplayPage {
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table;
    this.view = new BoardView(byId("board"), byId("hand"));
    this.sheets = new Sheets(root);
    this.cache = new Map();
    this.number = -1;
    this.last = 0;
    this.listen();
  }

  fetch(number) {
    const query = { width: this.view.width, hand: this.view.handWidth, language, dark: isDark() };
    const key = `${number} ${query.width} ${query.dark}`;
    if (!this.cache.has(key)) {
      const answer = askWhenReady(`/api/tables/${this.id}/replay/${number}`, { query }).then((screen) => ({ ...screen, drawnFor: query.width }));
      answer.catch(() => this.cache.delete(key));
      this.cache.set(key, answer);
      if (this.cache.size > KEPT) this.cache.delete(this.cache.keys().next().value);
    }
    return this.cache.get(key);
  }

  async start() {
    try {
      const asked = this.root.dataset.moveNumber;
      const first = await this.fetch(Number(asked) || 0);
      this.last = first.last;
      byId("number").max = this.last;
      await this.go(asked === "" ? 0 : Number(asked), { moving: false });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      byId("prompt").textContent = error.message;
      this.root.classList.remove("loading");
    }
  }

  async go(number, { moving = true } = {}) {
    const wanted = Math.max(0, Math.min(this.last, number));
    this.wanted = wanted;
    byId("number").value = wanted;
    byId("of").textContent = `${wanted} / ${this.last}`;
    const screen = await this.fetch(wanted);
    if (this.wanted !== wanted) return;
    this.drawnFor = screen.drawnFor;
    const near = Math.abs(wanted - this.number) === 1;
    this.number = wanted;
    this.last = screen.last;
    byId("number").max = this.last;
    this.root.classList.remove("loading");
    this.words(screen);
    history.replaceState(null, "", `?move=${wanted}`);
    const drawn = this.view.show(screen.board, screen.hand, { moving: moving && near });
    for (const next of [wanted + 1, wanted - 1]) if (next >= 0 && next <= this.last) this.fetch(next).catch(() => {});
    await drawn;
    if (this.view.misfits(screen.drawnFor)) this.redraw();
  }

  words(screen) {
    const table = screen.table;
    byId("game-title").textContent = table.title;
    byId("table-name").textContent = table.name || say("Look back");
    byId("to-table").hidden = !["playing", "over"].includes(table.status);
    document.title = `${table.name || table.title} · ${say("Look back")}`;
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
    const jump = (id, action) => byId(id).addEventListener("click", () => {
      if (id !== "run") this.pause();
      action();
    });
    jump("first", () => this.go(0));
    jump("back", () => this.go(this.wanted - 1));
    jump("next", () => this.go(this.wanted + 1));
    jump("last", () => this.go(this.last));
    jump("run", () => (this.timer ? this.pause() : this.play()));
    byId("number").addEventListener("input", (event) => {
      this.pause();
      this.go(Number(event.target.value));
    });
    byId("share").addEventListener("click", () => this.share());
    settingsButton(() => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, dialog, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
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
