// The table: shows the screen the server sends, posts the clicked move with the number of the
// move it follows, and listens. It knows no game.

import { BoardView } from "./board.js";
import { ask, askWhenReady, button, busy, byId, closest, fieldById, isDark, isPhone, language, make, refusal, say, toast } from "./core.js";
import { Decisions } from "./decisions.js";
import { askName, readWhole, showShortcuts } from "./dialogs.js";
import { Drag } from "./drag.js";
import { Ending } from "./ending.js";
import { Follow } from "./follow.js";
import { Lobby } from "./lobby.js";
import { openMenu } from "./menu.js";
import { Guide } from "./guide.js";
import { Sheets, setPresence, showChat, showLog, showPlayers, showScoreHelp } from "./panels.js";
import { offerHelp } from "./absence.js";
import { openRules } from "./rules.js";
import { WhatIsThis } from "./what.js";
import { flyPoints, showClock, showTitle } from "./signals.js";
import { Stream } from "./stream.js";
import { Targets } from "./targets.js";
import { updated } from "./updates.js";

const MOST_BUTTONS = 12;
const SOON = 400; // milliseconds in which the stream brings what an answer leaves to it

export class TablePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table ?? "";
    /** @type {Api.Screen | null} the screen that is shown */
    this.screen = null;
    /** @type {Api.Screen | null} the newest one from the server, which updates are made to */
    this.newest = null;
    this.newestLook = "";
    /** @type {Map<number, Api.Change>} what events have told of each line of the log */
    this.told = new Map();
    /** @type {number | null} whose eyes, where this device holds several seats and one was chosen */
    this.seat = null;
    /** @type {number | null} whose hand has been uncovered */
    this.looking = null;
    /** @type {Api.Line | null} the line of the log whose place is ringed */
    this.lookingAt = null;
    /** @type {Map<string, Promise<Api.Screen>>} earlier positions, for those rings */
    this.frames = new Map();
    this.refreshing = false;
    this.again = false;
    this.retrying = 0;
    this.redrawing = 0;
    this.byKeyboard = false;
    this.version = 0;
    this.heardOf = 0;
    this.arrived = () => {};
    this.drawnFor = 0;
    this.view = new BoardView(byId("board"), byId("hand"), byId("table").dataset.game);
    this.sheets = new Sheets(root);
    this.ending = new Ending(this);
    this.guide = new Guide(this.id, () => byId("hint").click());
    this.decisions = new Decisions(this);
    this.follow = new Follow(this);
    this.what = new WhatIsThis([this.view.board, byId("hand")], byId("table").dataset.game ?? "");
    this.targets = new Targets([this.view.board, byId("hand")], () => this.context(), {
      play: (move, element, then) => this.decisions.press(move, element, then),
      again: (move, element) => this.decisions.again(move, element),
      preview: (answer) => !this.decisions.chosen && this.view.overlay(answer.board),
      leave: () => !this.decisions.chosen && this.view.clear(),
      tell: (words) => this.announce(words),
    });
    this.drag = new Drag(byId("hand"), this.view.board, {
      take: (thing) => this.take(thing),
      nearest: (x, y) => this.targets.nearest({ x, y }, this.view.board),
      aim: (place) => this.targets.enlarge(place),
      put: (place) => this.targets.press(place, null),
    });
    this.lobby = new Lobby(byId("lobby"), this.id, () => this.enter());
    this.stream = new Stream(this.id, {
      table: (data) => this.heard(data),
      gone: () => this.gone(),
      presence: (seats) => this.whoIsHere(seats),
      back: () => this.refresh(),
    });
    this.listen();
  }

  /** @param {string} rest */
  path(rest) {
    return `/api/tables/${this.id}${rest}`;
  }

  /** All drawings are asked for at one width, so that they lie on each other exactly. */
  query() {
    return { width: this.drawnFor || this.view.width, hand: this.view.handWidth, language, dark: isDark(), seat: this.seat };
  }

  /**
   * A whole screen; where it is drawn in another way than the last one, events go on from it.
   * @param {Api.Screen} screen
   * @param {Query} query
   */
  takeWhole(screen, query) {
    const look = JSON.stringify(query);
    this.newest = screen;
    if (look !== this.newestLook) this.stream.open(screen.event, query);
    this.newestLook = look;
  }

  /** The event of the newest screen, if it is drawn as screens are to be drawn now. */
  get known() {
    return this.newestLook === JSON.stringify(this.query()) ? this.newest?.event ?? null : null;
  }

  /**
   * The newest screen after what the server told; null if it has to be fetched.
   * @param {Api.Update} update
   */
  receive(update) {
    const next = updated(this.newest, update);
    if (next && (!this.newest || next.version > this.newest.version)) this.newest = next;
    return this.newest && this.newest.version >= Number(update.set.version) ? this.newest : null;
  }

  /** @returns {Promise<Api.Screen>} */
  async fetchScreen() {
    const query = this.query();
    const screen = await askWhenReady(this.path("/screen"), { query });
    if (!this.newest || screen.version >= this.newest.version) this.takeWhole(screen, query);
    return screen;
  }

  /**
   * The screen that an update speaks of but does not bring: by the stream if it comes soon, else fetched.
   * @param {Api.Update} update
   * @returns {Promise<Api.Screen>}
   */
  async coming(update) {
    if (update.after === update.set.event && !this.stream.lost) {
      const version = Number(update.set.version);
      await new Promise((done) => {
        const timer = setTimeout(done, SOON);
        this.arrived = () => {
          if ((this.newest?.version ?? 0) < version) return;
          clearTimeout(timer);
          done(null);
        };
      });
      this.arrived = () => {};
    }
    return this.receive(update) ?? this.fetchScreen();
  }

  context() {
    return { id: this.id, number: this.screen?.number ?? 0, query: this.query() };
  }

  // Beginning

  async start() {
    try {
      /** @type {Api.Table} */
      const table = await askWhenReady(this.path(""));
      if (table.status === "open") {
        this.lobby.name = (await ask("/api/me").catch(() => ({ name: "" }))).name;
        this.lobby.show(table);
        await this.lobby.listen();
        this.showLobby(true);
        this.version = table.version;
        this.stream.open(null);
      } else if (table.status === "record" || table.status === "closed") location.replace(`/replay/${this.id}`);
      else await this.enter();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {boolean} shown */
  showLobby(shown) {
    byId("lobby").hidden = !shown;
    this.root.hidden = shown;
  }

  /** From the waiting room, or at once, to the board. */
  async enter() {
    if (!byId("lobby").hidden) this.lobby.leave();
    this.showLobby(false);
    try {
      this.drawnFor = this.view.width;
      await this.show(await this.fetchScreen(), { moving: false, first: true });
      // The first drawing may have been asked for without knowing the board's shape.
      if (this.view.misfits(this.drawnFor)) this.redraw();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const { message, status } = refusal(error);
    byId("prompt").textContent = message;
    if (status === 404) byId("actions").replaceChildren(make("a", { class: "button", href: "/" }, say("To the home page")));
    else setTimeout(() => this.start(), 3000);
  }

  gone() {
    this.root.classList.add("loading");
    byId("prompt").textContent = say("This table has been deleted.");
    byId("actions").replaceChildren(make("a", { class: "button primary", href: "/" }, say("To the home page")));
    this.showLobby(false);
  }

  // News

  /** @param {News} data */
  heard(data) {
    for (const line of data.chat ?? []) this.announce(line.name ? `${line.name}: ${line.text}` : line.text);
    if (data.rematch && this.screen && data.rematch !== this.ending.offered) this.ending.offerRematch(data.rematch);
    if (!byId("lobby").hidden) {
      if (data.version > this.version) this.refreshLobby();
    } else {
      if (data.number < (this.newest?.number ?? 0)) this.told.clear();
      for (const line of data.lines ?? []) this.told.set(line.number, line);
      if (data.screen) this.receive(data.screen);
      this.arrived();
      this.heardOf = data.version;
      this.showNews();
    }
  }

  /** Show what was heard of; while a decision is on its way its answer comes first. */
  showNews() {
    if (!this.decisions.working && (!this.screen || this.heardOf > this.screen.version)) this.refresh();
  }

  /** @param {Api.SeatPresence[]} seats */
  whoIsHere(seats) {
    setPresence(seats);
    if (!byId("lobby").hidden) this.refreshLobby();
    else if (this.screen && !this.screen.result) {
      this.showPlayers(this.screen);
      showClock(this.screen, (words) => this.announce(words));
    }
  }

  /** @param {Api.Screen} screen */
  showPlayers(screen) {
    showPlayers(screen.players, { watching: screen.watching });
    offerHelp(this, screen);
  }

  async refreshLobby() {
    try {
      /** @type {Api.Table} */
      const table = await ask(this.path(""));
      this.version = table.version;
      this.lobby.show(table);
      if (table.status === "open") await this.lobby.listen();
    } catch (error) {
      refusal(error);
    }
  }

  /** Fetch the newest screen and show what happened in between, one move after the other. */
  async refresh() {
    if (this.refreshing) {
      this.again = true;
      return;
    }
    this.refreshing = true;
    clearTimeout(this.retrying);
    try {
      do {
        this.again = false;
        if (!byId("lobby").hidden) await this.refreshLobby();
        else await this.catchUp();
      } while (this.again);
    } catch (error) {
      // Missed news would leave the table standing still: ask again.
      if (refusal(error).status !== 404) this.retrying = setTimeout(() => this.refresh(), 1500);
    } finally {
      this.refreshing = false;
    }
  }

  async catchUp() {
    const shown = this.screen;
    const { newest } = this;
    const isNews = newest && shown && newest.version > shown.version && this.known;
    const screen = isNews ? newest : await this.fetchScreen();
    // Nothing new: what the reader is about to do stays as it is.
    if (shown && (screen.version < shown.version || screen.event === shown.event)) return;
    const news = shown ? screen.log.filter((line) => line.number > shown.number) : [];
    if (shown && !this.decisions.chosen) await this.follow.stepThrough(shown, screen);
    await this.show(screen);
    const own = screen.held.includes(news.at(-1)?.seat ?? -1);
    const spoken = news.filter((line) => !screen.held.includes(line.seat)).map((line) => line.text);
    if (screen.your_turn || spoken.length || !own) this.announce([...spoken, screen.prompt].join(" "));
  }

  // Showing

  /**
   * @param {Api.Screen} screen
   * @param {{ moving?: boolean, first?: boolean }} [how]
   */
  async show(screen, { moving = true, first = false } = {}) {
    const before = this.screen;
    if (before?.result && screen.result && before.number === screen.number) {
      this.ending.afterwards(screen);
      return;
    }
    const focused = this.targets.focusedTarget()?.dataset.move;
    this.screen = screen;
    this.decisions.chosen = null;
    document.getElementById("asking")?.remove();
    this.root.classList.remove("loading");
    this.ending.count?.cancel();
    byId("game-title").textContent = screen.table.title;
    byId("table-name").textContent = screen.table.name || "";
    byId("hint").hidden = !(screen.table.hints && screen.your_turn);
    this.showPlayers(screen);
    showScoreHelp(screen.score_help);
    showLog(screen.log, screen.players, (line, pressed) => this.place(line, pressed), () => this.unplace());
    showChat(screen.chat, this.id);
    if (before) this.sayResigned(before, screen);
    const covered = this.hiddenHand(screen);
    this.prompt(screen, covered);
    const drawn = this.view.show(screen.board, covered ? "" : screen.hand, { moving });
    if (covered) this.curtain(screen);
    this.buttons(screen, covered);
    if (!covered) this.targets.offer(screen.again);
    if ((focused || this.byKeyboard) && screen.your_turn) this.targets.settle(focused ?? "");
    else this.targets.settle(null);
    if (!covered) this.decisions.showHint(screen.number);
    flyPoints(this.view, before, screen);
    showTitle(screen, before);
    this.guide.show(screen);
    showClock(screen, (words) => this.announce(words));
    if (screen.result) this.ending.begin(screen, !first && before !== null && !before.result);
    await drawn;
    if (this.screen === screen) this.follow.mark(screen);
    // Drawn anew, the board has lost the ring around the place of a line the reader points at.
    const looking = this.lookingAt && screen.log.find((line) => line.number === this.lookingAt?.number);
    if (looking && this.screen === screen) this.place(looking);
  }

  /**
   * Whoever has resigned since the last screen, said to everybody at the table.
   * @param {Api.Screen} before
   * @param {Api.Screen} screen
   */
  sayResigned(before, screen) {
    for (const { seat, name, resigned } of screen.players) {
      if (resigned && !before.players[seat]?.resigned) toast(say("{name} has resigned. A bot plays on.", { name }), 10);
    }
  }

  /**
   * @param {Api.Screen} screen
   * @param {boolean} covered whether the hand of the next player at this device is still covered
   */
  prompt(screen, covered) {
    const element = byId("prompt");
    const mover = screen.players[screen.to_move ?? -1];
    element.textContent = covered && screen.your_turn ? say("Pass the device to {name}.", { name: mover?.name }) : screen.prompt;
    // A hint stays until its decision is made; else what happened last, unless by the reader.
    const line = screen.log.at(-1);
    const advice = covered ? null : this.decisions.showHint(screen.number);
    // On a phone it takes the place of the prompt, which it answers.
    if (advice && isPhone()) element.replaceChildren(readWhole(advice));
    else if (advice) element.append(advice);
    else if (line && !screen.held.includes(line.seat) && !screen.your_turn && !isPhone()) element.append(make("small", { class: "last" }, line.text));
    element.classList.toggle("waiting", !screen.your_turn);
    byId("prompt-bar").classList.toggle("your-turn", screen.your_turn);
  }

  /**
   * Undo, and the legal moves that are drawn nowhere.
   * @param {Api.Screen} screen
   * @param {boolean} covered
   */
  buttons(screen, covered) {
    byId("actions").replaceChildren(...(covered ? [] : this.actions(screen)));
  }

  /** @param {Api.Screen} screen */
  actions(screen) {
    /** @type {HTMLElement[]} */
    const parts = [];
    if (screen.undo) parts.push(this.undoButton());
    const drawn = new Set(this.targets.all("[data-move]").map((element) => element.dataset.move));
    const rest = screen.moves.filter((move) => !drawn.has(move.move));
    for (const move of rest.slice(0, MOST_BUTTONS)) {
      /** @type {HTMLButtonElement} */
      const element = button(move.label, () => this.decisions.press(move.move, element), { "data-prompt-move": move.move, kind: rest.length === 1 && drawn.size === 0 ? "primary" : "" });
      parts.push(element);
    }
    const me = screen.players.find((player) => player.you && player.away);
    if (me) {
      /** @type {HTMLButtonElement} */
      const back = button(say("I am back"), () => busy(back, async () => {
        await ask(this.path("/back"), { method: "POST", body: {} });
        await this.refresh();
      }), { kind: "primary" });
      parts.push(back);
    }
    return parts;
  }

  undoButton() {
    return button(say("Undo"), (event) => this.decisions.undo(event.currentTarget), { symbol: "undo", id: "undo", "aria-label": say("Undo") });
  }

  /**
   * Several people on one device: the next one's hand stays covered until it is theirs to see.
   * @param {Api.Screen} screen
   */
  hiddenHand(screen) {
    return screen.held.length > 1 && screen.secrets && Boolean(screen.hand) && screen.seat !== this.looking;
  }

  /** @param {Api.Screen} screen */
  curtain(screen) {
    const name = screen.players[screen.seat ?? -1]?.name;
    const see = button(say("I am {name}", { name }), () => {
      this.looking = screen.seat;
      cover.remove();
      if (this.screen) this.show(this.screen, { moving: false });
    }, { kind: "primary" });
    const cover = make("div", { class: "curtain" }, make("p", {}, say("This hand is {name}'s.", { name })), see);
    byId("hand").querySelector(".curtain")?.remove();
    byId("hand").append(cover);
    for (const target of this.view.now.querySelectorAll("[data-move]")) target.removeAttribute("data-move");
    if (screen.your_turn) see.focus({ preventScroll: true });
  }

  /** @param {string} words */
  announce(words) {
    if (words) byId("live").textContent = words;
  }

  /**
   * Choose a thing that is being dragged; its places are lit when this is done.
   * @param {import("./targets.js").Target} thing
   */
  async take(thing) {
    const { move, again, then } = thing.dataset;
    const after = this.screen?.number;
    if (then !== undefined) this.targets.pick(thing);
    else if (move !== undefined) await this.decisions.send("/moves", { move, after }, thing);
    else if (again !== undefined) await this.decisions.send("/again", { move: again, after }, thing);
  }

  // The places that lines of the log are about

  /**
   * @param {Api.Line} line
   * @param {boolean} [pressed]
   */
  async place(line, pressed = false) {
    if (this.decisions.chosen || !this.screen) return;
    if (pressed) this.sheets.close();
    this.lookingAt = line;
    const query = { ...this.query(), seat: this.seat ?? this.screen.seat };
    /**
     * @param {number} number
     * @returns {Promise<Api.Screen>}
     */
    const frame = (number) => {
      const key = `${number} ${query.width} ${query.dark}`;
      const known = this.frames.get(key) ?? ask(this.path(`/replay/${number}`), { query });
      this.frames.set(key, known);
      known.catch(() => this.frames.delete(key));
      return known;
    };
    try {
      const [before, after] = await Promise.all([frame(line.number - 1), frame(line.number)]);
      if (this.lookingAt !== line) return;
      this.view.ringDifference(before.board, after.board);
      if (pressed) setTimeout(() => this.lookingAt === line && this.unplace(), 2500);
    } catch (error) {
      refusal(error);
    }
  }

  unplace() {
    this.lookingAt = null;
    if (!this.decisions.chosen && !this.ending.count?.running) this.view.rings.replaceChildren();
  }

  // Around the table

  /** Draw for another size or other colours, as soon as nothing else is under way. */
  redraw() {
    clearTimeout(this.redrawing);
    this.redrawing = setTimeout(async () => {
      if (!this.screen) return;
      if (this.decisions.chosen || this.refreshing || this.decisions.working) {
        this.redraw();
        return;
      }
      try {
        this.drawnFor = this.view.width;
        const screen = await this.fetchScreen();
        if (screen.version < this.screen.version) return;
        if (screen.result && this.screen.result) await this.ending.redraw(screen);
        else await this.show(screen, { moving: false });
      } catch (error) {
        refusal(error);
      }
    }, 250);
  }

  listen() {
    byId("rules").addEventListener("click", () => this.rules());
    byId("menu").addEventListener("click", () => this.menu());
    byId("since").addEventListener("click", () => this.follow.open());
    byId("hint").addEventListener("click", () => this.decisions.hint());
    byId("chat-form").addEventListener("submit", (event) => this.chat(event));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", () => {
      this.byKeyboard = false;
      this.follow.skip();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    new ResizeObserver(() => {
      this.follow.showMarks();
      if (this.screen && this.view.misfits(this.drawnFor)) this.redraw();
      this.view.zoom.apply();
    }).observe(this.view.board);
  }

  rules() {
    if (!this.screen) return;
    const { table, help } = this.screen;
    openRules(table.game, table.title, help).catch((error) => toast(refusal(error).message));
  }

  menu() {
    openMenu(this);
  }

  /** @param {SubmitEvent} event */
  async chat(event) {
    event.preventDefault();
    const input = fieldById("chat-text");
    const text = input.value.trim();
    if (!text) return;
    const send = () => ask(this.path("/chat"), { method: "POST", body: { text } });
    await busy(event.submitter ?? input, async () => {
      try {
        await send();
      } catch (error) {
        if (refusal(error).status !== 409) throw error;
        if (!(await askName())) return;
        await send();
      }
      input.value = "";
      await this.refresh();
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (closest(event, "input, textarea, select")) return;
    this.byKeyboard = true;
    const action = this.targets.key(event) ? () => {} : this.keys[event.key] ?? this.keys[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @type {Record<string, () => void>} */
  get keys() {
    return {
      u: () => this.decisions.undo(document.getElementById("undo")),
      h: () => this.decisions.hint(),
      r: () => this.rules(),
      m: () => this.menu(),
      c: () => byId("chat-text").focus(),
      w: () => {
        this.targets.grey = !this.targets.grey;
        toast(this.targets.grey ? say("Arrow keys now also reach what is not possible; Enter says why.") : say("Arrow keys reach what is possible."));
      },
      l: () => byId("log-list").focus(),
      "+": () => this.view.zoom.to(this.view.scale * 1.4),
      "-": () => this.view.zoom.to(this.view.scale / 1.4),
      0: () => this.view.zoom.reset(),
      "?": () => showShortcuts(),
      Escape: () => this.escape(),
    };
  }

  escape() {
    if (this.sheets.close()) return;
    if (this.decisions.chosen) this.decisions.unchoose(true);
    else if (this.targets.then) this.targets.pick(null);
    else this.putDown();
  }

  /** The last choice that is only half done is taken back. */
  putDown() {
    this.targets.leave();
    const chosen = this.screen?.again.find((choice) => choice.chosen);
    if (chosen) this.decisions.again(chosen.move, byId("prompt"));
  }
}

new TablePage(byId("table")).start();
