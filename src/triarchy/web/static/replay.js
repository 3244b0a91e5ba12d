// Looking back: any position of a game by moves, turns, landmarks, slider, keys or log; the address
// is the link to it.

import { BoardView } from "./board/board.js";
import { fetchBy } from "./board/sheets.js";
import { ask, askWhenReady, busy, byId, closest, dialog, fieldById, icon, isDark, language, linkTo, make, refusal, say } from "./core.js";
import { Sheets, showLog, showPlayers, showScoreHelp } from "./panels.js";
import { ReviewPanel } from "./review.js";
import { playOn } from "./play_on.js";
import { settingsButton } from "./settings.js";
import { linkToShare } from "./sharing.js";
import { setTitle } from "./waiting.js";

fetchBy(askWhenReady);

const PACE = 1300; // milliseconds between two moves when it plays by itself
const KEPT = 60; // positions kept for going back and forth

/** @typedef {Api.Screen & { drawnFor: number }} Drawn */

class ReplayPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table ?? "";
    this.view = new BoardView(byId("board"), byId("hand"));
    /** What drawings are asked for: the same from move to move, until the window has changed. */
    this.size = { width: 0, hand: 0 };
    /** @type {Set<string>} sizes of board and hand that have been drawn for since the window changed */
    this.fitted = new Set();
    this.sheets = new Sheets(root);
    /** @type {Map<string, Promise<Drawn>>} */
    this.cache = new Map();
    /** @type {Api.Story} */
    this.story = { first: 0, turns: [], log: [], decided: null, won: [] };
    const seat = new URLSearchParams(location.search).get("seat");
    /** @type {number | null} whose eyes, where the reader has chosen */
    this.seat = seat === null || seat === "" ? null : Number(seat);
    /** @type {Drawn | null} */
    this.screen = null;
    this.number = -1;
    this.wanted = 0;
    this.last = 0;
    this.drawnFor = 0;
    this.timer = 0;
    this.redrawing = 0;
    this.review = new ReviewPanel(this);
    this.listen();
  }

  /**
   * @param {number} number
   * @returns {Promise<Drawn>}
   */
  fetch(number) {
    const query = { ...this.size, language, dark: isDark(), seat: this.seat };
    const key = `${number} ${query.width} ${query.hand} ${query.dark} ${query.seat}`;
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
      this.story = await askWhenReady(`/api/tables/${this.id}/story`, { query: { language } });
      const asked = Number(this.root.dataset.moveNumber) || this.story.first;
      const first = await this.view.fitting(
        () => {
          this.resize();
          return this.fetch(Math.max(asked, this.story.first));
        },
        (screen) => screen.board,
        () => this.view.placeHand(this.root),
      );
      this.last = first.last;
      this.measure();
      await this.go(asked, { moving: false });
    } catch (error) {
      byId("prompt").textContent = refusal(error).message;
      this.root.classList.remove("loading");
    }
  }

  /** The slider's ends, and a tick for each landmark. */
  measure() {
    const { first } = this.story;
    const slider = fieldById("number");
    slider.min = String(first);
    slider.max = String(this.last);
    const ticks = this.landmarks.map(({ number }) => {
      const tick = make("i");
      tick.style.left = `${(100 * (number - first)) / Math.max(1, this.last - first)}%`;
      return tick;
    });
    byId("ticks").replaceChildren(...ticks);
  }

  get landmarks() {
    return this.story.log.filter((line) => line.landmark);
  }

  get landmarkBefore() {
    return this.landmarks.findLast((line) => line.number < this.wanted);
  }

  get landmarkAfter() {
    return this.landmarks.find((line) => line.number > this.wanted);
  }

  /**
   * @param {number} number
   * @param {{ moving?: boolean }} [how]
   */
  async go(number, { moving = true } = {}) {
    const wanted = Math.max(this.story.first, Math.min(this.last, number));
    this.wanted = wanted;
    fieldById("number").value = String(wanted);
    const screen = await this.fetch(wanted);
    if (this.wanted !== wanted) return;
    this.drawnFor = screen.drawnFor;
    const near = Math.abs(wanted - this.number) === 1;
    this.number = wanted;
    this.screen = screen;
    if (screen.last !== this.last) await this.grown(screen.last);
    this.root.classList.remove("loading");
    this.words(screen);
    this.address();
    const drawn = this.view.show(screen.board, screen.hand, { moving: moving && near });
    this.view.placeHand(this.root);
    for (const next of [wanted + 1, wanted - 1]) if (next >= this.story.first && next <= this.last) this.fetch(next).catch(() => {});
    await drawn;
    this.fit(screen.drawnFor);
  }

  /**
   * Draw once more where the drawings are for another size: once for each, as a hand may have a least width.
   * @param {number} drawnFor
   */
  fit(drawnFor) {
    const size = `${this.view.width} ${this.view.handWidth}`;
    if (!this.view.misfits(drawnFor) || this.fitted.has(size)) return;
    this.fitted.add(size);
    this.redraw();
  }

  /** The address is the link to what is shown, in the history's entry of a sheet too. */
  address() {
    const query = new URLSearchParams(location.search);
    query.set("move", String(this.number));
    if (this.seat === null) query.delete("seat");
    else query.set("seat", String(this.seat));
    history.replaceState(history.state, "", `?${query}`);
  }

  /**
   * The game that is looked at has gone on.
   * @param {number} last
   */
  async grown(last) {
    this.last = last;
    this.story = await ask(`/api/tables/${this.id}/story`, { query: { language } });
    this.measure();
  }

  /** @param {Drawn} screen */
  words(screen) {
    const table = screen.table;
    byId("game-title").textContent = table.title;
    byId("table-name").textContent = table.name || say("Replay");
    byId("to-table").hidden = !["playing", "over"].includes(table.status);
    setTitle(`${table.name || table.title} · ${say("Replay")}`);
    this.review.shown(screen);
    showPlayers(screen.players, { watching: screen.watching });
    showScoreHelp(screen.score_help);
    showLog(this.story.log, screen.players, (line, pressed) => pressed && this.go(line.number), () => {}, this.number);
    const line = this.story.log.findLast((each) => each.number <= this.number);
    const text = this.number === this.story.first ? say("The start of the game.") : line?.number === this.number ? line.text : screen.prompt;
    const prompt = byId("prompt");
    prompt.textContent = text;
    prompt.classList.remove("long");
    prompt.classList.toggle("long", prompt.scrollHeight > prompt.clientHeight + 1);
    byId("live").textContent = text;
    this.place(screen);
  }

  /**
   * Where in the game this is, where one can jump, and whose eyes look.
   * @param {Drawn} screen
   */
  place(screen) {
    // The turn that comes next, by the game's own number, as a review has it.
    const last = this.story.turns.at(-1);
    const turn = this.story.turns.find((each) => each.after > this.number) ?? last;
    const words = say("Turn {number} of {count}", { number: (turn?.turn ?? 0) + 1, count: (last?.turn ?? 0) + 1 });
    byId("of").textContent = `${words} · ${this.number} / ${this.last}`;
    fieldById("number").setAttribute("aria-valuetext", words);
    this.jumpButton("mark-back", this.landmarkBefore, say("Previous turning point"));
    this.jumpButton("mark-next", this.landmarkAfter, say("Next turning point"));
    const open = ["over", "record"].includes(screen.table.status);
    byId("eyes-field").hidden = !open;
    byId("play-on").hidden = !open || screen.to_move === null;
    if (open && !byId("eyes").childElementCount) this.offerEyes(screen);
  }

  /**
   * @param {string} id
   * @param {Api.Line | undefined} line
   * @param {string} words
   */
  jumpButton(id, line, words) {
    const button = /** @type {HTMLButtonElement} */ (byId(id));
    button.disabled = !line;
    button.setAttribute("aria-label", line ? `${words}: ${line.landmark}` : words);
    const caption = button.querySelector("span");
    if (caption) caption.textContent = line?.landmark ?? "";
  }

  /**
   * The game is over: everybody's hand lies open, and the reader chooses whose is shown.
   * @param {Drawn} screen
   */
  offerEyes(screen) {
    const own = screen.held.length === 1 ? screen.held[0] : null;
    const chosen = this.seat ?? own;
    byId("eyes").replaceChildren(
      own === null ? make("option", { value: "", selected: chosen === null }, say("Player to move")) : "",
      ...screen.players.map((player) => make("option", { value: player.seat, selected: chosen === player.seat }, say("{name}'s hand", { name: player.name }))),
    );
  }

  /** A new table that begins here: the reader on the seat whose hand is shown, bots on the others. */
  async playOn() {
    if (!this.screen) return;
    const { table, to_move: mover, seat } = this.screen;
    const strength = table.seats.find((each) => each.strength)?.strength ?? undefined;
    await playOn({ table: this.id, number: this.number, seat: seat ?? mover, strength });
  }

  play() {
    if (this.wanted >= this.last) this.go(this.story.first);
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

  /** Ask for drawings of the size that board and hand now have. */
  resize() {
    this.size = { width: this.view.width, hand: this.view.handWidth };
  }

  redraw() {
    this.resize();
    this.go(this.wanted, { moving: false });
  }

  /** To the beginning of this turn, or of the one before it. */
  turnBack() {
    const turn = this.story.turns.findLast((each) => each.before < this.wanted);
    this.go(turn?.before ?? this.story.first);
  }

  /** To the end of this turn. */
  turnOn() {
    const turn = this.story.turns.find((each) => each.after > this.wanted);
    this.go(turn?.after ?? this.last);
  }

  share() {
    const link = linkTo(`/replay/${this.id}?move=${this.number}`);
    dialog(
      say("Share this position"),
      make("div", { class: "stack" }, make("p", {}, say("Anyone who opens this link sees the game at this move.")), linkToShare(link, say("Link to this position"))),
    );
  }

  /** @type {Record<string, () => void>} what each button does */
  get jumps() {
    return {
      first: () => this.go(this.story.first),
      "turn-back": () => this.turnBack(),
      back: () => this.go(this.wanted - 1),
      next: () => this.go(this.wanted + 1),
      "turn-next": () => this.turnOn(),
      last: () => this.go(this.last),
      "mark-back": () => this.go(this.landmarkBefore?.number ?? this.wanted),
      "mark-next": () => this.go(this.landmarkAfter?.number ?? this.wanted),
    };
  }

  listen() {
    for (const [id, jump] of Object.entries(this.jumps)) {
      byId(id).addEventListener("click", () => {
        this.pause();
        jump();
      });
    }
    addEventListener("popstate", () => this.address());
    byId("run").addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    byId("number").addEventListener("input", () => {
      this.pause();
      this.go(Number(fieldById("number").value));
    });
    byId("eyes").addEventListener("change", () => {
      const { value } = fieldById("eyes");
      this.seat = value === "" ? null : Number(value);
      this.redraw();
    });
    byId("play-on").addEventListener("click", () => busy(byId("play-on"), () => this.playOn()));
    byId("share").addEventListener("click", () => this.share());
    settingsButton(() => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("resize", () => {
      this.fitted.clear();
      this.view.placeHand(this.root);
    });
    new ResizeObserver(() => {
      if (this.number >= 0 && this.view.misfits(this.drawnFor)) {
        clearTimeout(this.redrawing);
        this.redrawing = setTimeout(() => this.redraw(), 250);
      }
    }).observe(this.view.board);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (closest(event, "input, select, dialog, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, string>} */
    const names = { ArrowLeft: "back", ArrowRight: "next", PageUp: "turn-back", PageDown: "turn-next", "[": "mark-back", "]": "mark-next", Home: "first", End: "last" };
    const jump = event.key === "Escape" ? () => this.sheets.close() : this.jumps[names[event.key]];
    if (!jump) return;
    event.preventDefault();
    this.pause();
    jump();
  }
}

new ReplayPage(byId("table")).start();
