// The table: shows the screen the server sends, posts the clicked move with the number of the
// move it follows, and listens. It knows no game.

import { BoardView } from "./board/board.js";
import { ask, askWhenReady, at, busy, button, byId, closest, fieldById, isDark, isPhone, language, make, refusal, say, toast } from "./core.js";
import { offerWhileWaiting } from "./days.js";
import { Decisions } from "./decisions.js";
import { askName, readWhole, showShortcuts } from "./dialogs.js";
import { Drag } from "./board/drag.js";
import { fetchBy, prepare } from "./board/sheets.js";
import { Ending } from "./ending.js";
import { Follow } from "./follow.js";
import { Lobby } from "./lobby.js";
import { openMenu } from "./menu.js";
import { Guide } from "./guide.js";
import { Sheets, roomForPreview, setPresence, showChat, showLog, showPlayers, showScoreHelp } from "./panels.js";
import { offerHelp } from "./absence.js";
import { openRules } from "./rules.js";
import { ScreenStore } from "./screen_store.js";
import { WhatIsThis } from "./board/what.js";
import { flyPoints, showClock, showTitle } from "./signals.js";
import { StandingIn } from "./standing_in.js";
import { Stream } from "./stream.js";
import { Targets } from "./board/targets.js";
import { thinking } from "./thinking.js";
import { Typing } from "./typed.js";
import { BoardWords } from "./words.js";

fetchBy(askWhenReady);

const MOST_BUTTONS = 12;
const SPOKEN = 12; // sentences that stay for a screen reader to come to

/** All that changes while the page is open, besides what the server has told (`ScreenStore`). */
const atFirst = () => ({
  /** @type {Api.Screen | null} the screen that is shown */
  screen: null,
  /** How wide its board was to be drawn; 0: as there is room. */
  drawnFor: 0,
  /** @type {number | null} whose hand has been uncovered, where several people share this device */
  uncovered: null,
  /** @type {Api.Line | null} the line of the log whose place is ringed */
  pointedAt: null,
  /** @type {Map<string, Promise<Api.Screen>>} earlier positions, for those rings */
  frames: new Map(),
  /** Whether the reader uses keys: then the focus goes along with what is to be decided. */
  byKeyboard: false,
  /** The version of the table in the waiting room. */
  version: 0,
  /** The newest version that an event has told of. */
  heardOf: 0,
  /** Whether the newest screen is being fetched and shown, and whether there is news to look at after that. */
  refreshing: false,
  again: false,
  /** Timers: looking again after a failure, drawing for another size. */
  retrying: 0,
  redrawing: 0,
});

export class TablePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table ?? "";
    this.state = atFirst();
    this.view = new BoardView(byId("board"), byId("hand"), byId("table").dataset.game);
    this.sheets = new Sheets(root);
    this.ending = new Ending(this);
    this.guide = new Guide(this.id, () => byId("hint").click());
    this.decisions = new Decisions(this);
    this.follow = new Follow(this);
    this.standingIn = new StandingIn();
    const holders = [this.view.board, byId("hand")];
    const legend = `/api/games/${byId("table").dataset.game}/legend`;
    new WhatIsThis(holders, () => ask(legend, { query: { language } }));
    this.targets = new Targets(holders, () => this.state.screen?.decision ?? "", {
      play: (move, element, then, waits) => this.decisions.press(move, element, then, waits),
      again: (move, element) => this.decisions.again(move, element),
      fetch: (move) => this.foresee(move),
      preview: (answer) => !this.decisions.chosen && this.view.overlay(answer.board),
      why: (move) => this.reason(move),
      leave: () => !this.decisions.chosen && this.view.clear(),
      tell: (words) => this.announce(words),
      describe: (words) => (byId("aside").textContent = words),
      room: roomForPreview,
    });
    this.words = new BoardWords(() => this.redraw());
    this.typing = new Typing({
      moves: () => this.state.screen?.moves ?? [],
      known: () => [...(this.state.screen?.again ?? []).map((choice) => choice.move), ...Object.keys(this.state.screen?.names ?? {})],
      play: (move) => this.playTyped(move),
      why: (move) => this.whyNot(move),
      preview: async (move) => (await this.targets.foreseen(move, (each) => this.foresee(each))).sentences,
      tell: (words) => this.announce(words),
      closed: () => this.refocus(),
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
      presence: (facts) => this.whoIsHere(facts),
      back: () => this.refresh(),
    });
    this.store = new ScreenStore(this.path("/screen"), () => this.query(), this.stream);
    this.listen();
  }

  /** @param {string} rest */
  path(rest) {
    return `/api/tables/${this.id}${rest}`;
  }

  /** All drawings are asked for at one width, so that they lie on each other exactly. */
  query() {
    return { width: this.state.drawnFor || this.view.width, hand: this.view.handWidth, language, dark: isDark(), words: this.words.on || null, keep: true };
  }

  /**
   * What a move would do.
   * @param {string} move
   * @returns {Promise<Api.Preview>}
   */
  foresee(move) {
    return ask(this.path("/preview"), { query: { ...this.query(), move, decision: this.state.screen?.decision } });
  }

  /**
   * Why a move is not possible.
   * @param {string} move
   */
  async reason(move) {
    /** @type {Api.WhyNot} */
    const answer = await ask(this.path("/why-not"), { query: { ...this.query(), move, decision: this.state.screen?.decision ?? null } });
    return answer.reason;
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
        this.state.version = table.version;
        this.stream.open(null);
      } else if (table.status === "record" || table.status === "closed") location.replace(at(`/replay/${this.id}`));
      else {
        // The board is drawn for the room that the end leaves it.
        if (table.status === "over") this.root.classList.add("ended");
        await this.enter();
      }
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
      const fetch = () => {
        this.state.drawnFor = this.view.width;
        return this.store.fetch();
      };
      const screen = await this.view.fitting(fetch, (found) => found.board, () => this.view.placeHand(this.root));
      await this.show(screen, { moving: false, first: true });
      if (screen.your_turn) this.announce(screen.prompt);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const { message, status } = refusal(error);
    byId("prompt").textContent = message;
    if (status === 404) byId("actions").replaceChildren(make("a", { class: "button", href: "/" }, say("Home")));
    else setTimeout(() => this.start(), 3000);
  }

  gone() {
    this.root.classList.add("loading");
    byId("prompt").textContent = say("This table has been deleted.");
    byId("actions").replaceChildren(make("a", { class: "button primary", href: "/" }, say("Home")));
    this.showLobby(false);
  }

  // News

  /** @param {News} data */
  heard(data) {
    for (const line of data.chat ?? []) this.announce(line.name ? `${line.name}: ${line.text}` : line.text);
    if (data.rematch && this.state.screen && data.rematch !== this.ending.offered) this.ending.offerRematch(data.rematch);
    if (!byId("lobby").hidden) {
      if (data.version > this.state.version) this.refreshLobby();
    } else {
      this.store.hear(data);
      this.state.heardOf = data.version;
      this.showNews();
    }
  }

  /** Show what was heard of; while a decision is on its way its answer comes first. */
  showNews() {
    if (!this.decisions.working && (!this.state.screen || this.state.heardOf > this.state.screen.version)) this.refresh();
  }

  /** @param {Api.PresenceFacts} facts */
  whoIsHere({ seats, watching }) {
    setPresence(seats);
    if (this.state.screen) this.state.screen.watching = watching;
    if (!byId("lobby").hidden) this.refreshLobby();
    else if (this.state.screen && !this.state.screen.result) {
      this.showPlayers(this.state.screen);
      showClock(this.state.screen, (words) => this.announce(words));
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
      this.state.version = table.version;
      this.lobby.show(table);
      if (table.status === "open") await this.lobby.listen();
    } catch (error) {
      refusal(error);
    }
  }

  /** Fetch the newest screen and show what happened in between, one move after the other. */
  async refresh() {
    if (this.state.refreshing) {
      this.state.again = true;
      return;
    }
    this.state.refreshing = true;
    clearTimeout(this.state.retrying);
    try {
      do {
        this.state.again = false;
        if (!byId("lobby").hidden) await this.refreshLobby();
        else await this.catchUp();
      } while (this.state.again);
    } catch (error) {
      // Missed news would leave the table standing still: ask again.
      if (refusal(error).status !== 404) this.state.retrying = setTimeout(() => this.refresh(), 1500);
    } finally {
      this.state.refreshing = false;
    }
  }

  async catchUp() {
    const shown = this.state.screen;
    const { newest, known } = this.store;
    const isNews = newest && shown && newest.version > shown.version && known;
    const screen = isNews ? newest : await this.store.fetch();
    // Nothing new: what the reader is about to do stays as it is.
    if (shown && (screen.version < shown.version || screen.event === shown.event)) return;
    const news = shown ? screen.log.filter((line) => line.number > shown.number) : [];
    if (shown && !this.decisions.chosen) await this.follow.stepThrough(shown, screen);
    await this.show(screen);
    const spoken = news.filter((line) => !screen.held.includes(line.seat)).map((line) => line.text);
    // What the others are about to do is not said: only what they did, and what the reader is to do.
    const asked = screen.your_turn || screen.result ? [screen.prompt] : [];
    this.announce([...spoken, ...asked].join(" "));
  }

  // Showing

  /**
   * @param {Api.Screen} screen
   * @param {{ moving?: boolean, first?: boolean }} [how]
   */
  async show(screen, { moving = true, first = false } = {}) {
    const before = this.state.screen;
    if (before?.result && screen.result && before.number === screen.number) {
      this.ending.afterwards(screen);
      return;
    }
    const focused = this.targets.focusedTarget()?.dataset.move;
    this.state.screen = screen;
    this.decisions.chosen = null;
    document.getElementById("asking")?.remove();
    this.root.classList.remove("loading");
    this.ending.count?.cancel();
    byId("game-title").textContent = screen.table.title;
    byId("table-name").textContent = screen.table.name || "";
    byId("hint").hidden = !(screen.table.hints && screen.your_turn);
    if (!byId("hint").hidden) thinking.prepare();
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
    this.words.show(covered ? [] : screen.words);
    if (!covered) this.targets.name(screen.names);
    if (!covered) this.targets.offer(screen.again);
    this.targets.settle((focused || this.state.byKeyboard) && screen.your_turn && this.isFree ? focused ?? "" : null);
    if (this.typing.isOpen && screen.your_turn) this.typing.input.focus();
    if (!covered) this.decisions.showHint(screen.number);
    flyPoints(this.view, before, screen);
    showTitle(screen, before);
    this.guide.show(screen);
    this.standingIn.show(screen);
    offerWhileWaiting(screen);
    showClock(screen, (words) => this.announce(words));
    if (screen.result) this.ending.begin(screen, !first && before !== null && !before.result);
    await drawn;
    if (this.state.screen === screen) this.follow.mark(screen);
    // Drawn anew, the board has lost the ring around the place of a line the reader points at.
    const looking = this.state.pointedAt && screen.log.find((line) => line.number === this.state.pointedAt?.number);
    if (looking && this.state.screen === screen) this.place(looking);
  }

  /** Whether the focus may go to what is to be decided: whoever reads or writes elsewhere stays there. */
  get isFree() {
    const active = document.activeElement;
    return !this.typing.isOpen && (!active || active === document.body || byId("main").contains(active));
  }

  /** What was in front is closed: the focus goes back to what is to be decided, which was drawn anew meanwhile. */
  refocus() {
    const active = document.activeElement;
    const nowhere = active === document.body || active?.closest("dialog:not([open])");
    if (this.state.byKeyboard && this.state.screen?.your_turn && nowhere) this.targets.settle("");
  }

  /**
   * Whoever has resigned since the last screen, said to everybody at the table.
   * @param {Api.Screen} before
   * @param {Api.Screen} screen
   */
  sayResigned(before, screen) {
    for (const { seat, name, resigned } of screen.players) {
      if (resigned && !before.players[seat]?.resigned) toast(say("{name} has resigned. A bot takes over.", { name }), 10);
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
    return screen.held.length > 1 && screen.secrets && Boolean(screen.hand) && screen.seat !== this.state.uncovered;
  }

  /** @param {Api.Screen} screen */
  curtain(screen) {
    const name = screen.players[screen.seat ?? -1]?.name;
    const see = button(say("I am {name}", { name }), () => {
      this.state.uncovered = screen.seat;
      cover.remove();
      if (this.state.screen) this.show(this.state.screen, { moving: false });
    }, { kind: "primary" });
    const cover = make("div", { class: "curtain" }, make("p", {}, say("This is {name}'s hand.", { name })), see);
    byId("hand").querySelector(".curtain")?.remove();
    byId("hand").append(cover);
    for (const target of this.view.now.querySelectorAll("[data-move]")) target.removeAttribute("data-move");
    if (screen.your_turn) see.focus({ preventScroll: true });
  }

  /**
   * Say something to who listens, after what was said before.
   * @param {string} words
   */
  announce(words) {
    const live = byId("live");
    if (words) live.append(make("p", {}, words));
    while (live.childElementCount > SPOKEN) live.firstElementChild?.remove();
  }

  // Typed moves

  /**
   * Play what was typed; whether the next move may follow at once.
   * @param {string} move
   */
  async playTyped(move) {
    this.state.byKeyboard = true;
    await this.decisions.press(move, this.targets.find(move) ?? this.typing.input);
    return !this.decisions.chosen;
  }

  /**
   * Why a typed move is not possible; one that changes a choice half done changes it.
   * @param {string} move
   */
  async whyNot(move) {
    if (this.state.screen?.again.some((choice) => choice.move === move)) {
      await this.decisions.again(move, this.typing.input);
      return "";
    }
    try {
      return await this.reason(move);
    } catch (error) {
      return refusal(error).message;
    }
  }

  /**
   * Choose a thing that is being dragged; its places are lit when this is done.
   * @param {import("./board/targets.js").Target} thing
   */
  async take(thing) {
    const { move, again, then } = thing.dataset;
    const decision = this.state.screen?.decision;
    if (then !== undefined) this.targets.pick(thing);
    else if (move !== undefined) await this.decisions.send("/moves", { move, decision }, thing);
    else if (again !== undefined) await this.decisions.send("/again", { move: again, decision }, thing);
  }

  // The places that lines of the log are about

  /**
   * @param {Api.Line} line
   * @param {boolean} [pressed]
   */
  async place(line, pressed = false) {
    if (this.decisions.chosen || !this.state.screen) return;
    if (pressed) this.sheets.close();
    this.state.pointedAt = line;
    const query = { ...this.query(), seat: this.state.screen.seat };
    /**
     * @param {number} number
     * @returns {Promise<Api.Screen>}
     */
    const frame = (number) => {
      const key = `${number} ${query.width} ${query.dark}`;
      const known = this.state.frames.get(key) ?? ask(this.path(`/replay/${number}`), { query });
      this.state.frames.set(key, known);
      known.catch(() => this.state.frames.delete(key));
      return known;
    };
    try {
      const [before, after] = await Promise.all([frame(line.number - 1), frame(line.number)]);
      if (this.state.pointedAt !== line) return;
      this.view.ringDifference(before.board, after.board);
      if (pressed) setTimeout(() => this.state.pointedAt === line && this.unplace(), 2500);
    } catch (error) {
      refusal(error);
    }
  }

  unplace() {
    this.state.pointedAt = null;
    if (!this.decisions.chosen && !this.ending.count?.running) this.view.rings.replaceChildren();
  }

  // Around the table

  /** Draw for another size or other colours, as soon as nothing else is under way. */
  redraw() {
    clearTimeout(this.state.redrawing);
    this.state.redrawing = setTimeout(async () => {
      const underWay = () => this.decisions.chosen || this.state.refreshing || this.decisions.working;
      if (!this.state.screen) return;
      if (underWay()) {
        this.redraw();
        return;
      }
      try {
        this.state.drawnFor = this.view.width;
        const screen = await this.store.fetch();
        await prepare(screen.board);
        if (screen.version < this.state.screen.version) return;
        if (underWay()) {
          // Something was begun meanwhile, which a drawing would put down.
          this.redraw();
          return;
        }
        if (screen.result && this.state.screen.result) await this.ending.redraw(screen);
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
    document.addEventListener("close", () => this.refocus(), true);
    document.addEventListener("pointerdown", () => {
      this.state.byKeyboard = false;
      this.follow.skip();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    addEventListener("resize", () => this.view.placeHand(this.root));
    new MutationObserver(() => fitWords(byId("prompt"))).observe(byId("prompt"), { childList: true, characterData: true, subtree: true });
    new ResizeObserver(() => {
      this.follow.showMarks();
      if (this.state.screen && this.view.misfits(this.state.drawnFor)) this.redraw();
      this.view.zoom.apply();
    }).observe(this.view.board);
  }

  rules() {
    if (!this.state.screen) return;
    const { table, help } = this.state.screen;
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
    this.state.byKeyboard = true;
    this.words.want();
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
      b: () => this.words.open(),
      "/": () => this.typing.open(),
      c: () => {
        byId("chat-tab").click();
        byId("chat-text").focus();
      },
      w: () => {
        this.targets.grey = !this.targets.grey;
        this.targets.reach();
        toast(this.targets.grey ? say("Arrow keys now include illegal moves; Enter explains.") : say("Arrow keys go to possible moves only."));
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
    const chosen = this.state.screen?.again.find((choice) => choice.chosen);
    if (chosen) this.decisions.again(chosen.move, byId("prompt"));
  }
}

/**
 * Words that are too many for their row are written smaller.
 * @param {HTMLElement} element
 */
function fitWords(element) {
  element.classList.remove("long");
  element.classList.toggle("long", element.scrollHeight > element.clientHeight + 1);
}

new TablePage(byId("table")).start();
