// Following what the others did: their visible actions one at a time, marks on everything that
// changed since the reader last decided something, and a strip that tells it again.

import { ask, byId, calm, dialog, icon, language, make, memory, pause, refusal, say } from "./core.js";
import { showPlayers, symbol } from "./panels.js";

/** Milliseconds that each of the others' actions is shown. */
const SPEEDS = { off: 0, fast: 500, normal: 1200, slow: 2400 };
const MOST_STEPS = 24; // after a long absence only the last ones are shown one by one

export const speed = () => {
  const chosen = memory.get("speed") ?? "normal";
  return chosen in SPEEDS ? SPEEDS[/** @type {keyof typeof SPEEDS} */ (chosen)] : SPEEDS.normal;
};

export class Follow {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Api.Change[]} what happened since the reader last decided something */
    this.news = [];
    this.since = -1;
    this.hurry = false;
    this.hurryUp = () => {};
  }

  /**
   * The lines of a screen's log after a number of moves, with what each changed on the board.
   * @param {number} after
   * @param {Api.Screen} screen
   * @returns {Promise<Api.Change[]>}
   */
  async changes(after, screen) {
    const lines = screen.log.filter((line) => line.number > after);
    // A line that was told of before a take-back is another one.
    const told = lines.flatMap((line) => {
      const known = this.page.store.told.get(line.number);
      return known?.text === line.text && known.move === line.move ? [known] : [];
    });
    if (told.length === lines.length) return told;
    /** @type {Api.Changes} */
    const answer = await ask(this.page.path("/changes"), { query: { after, language } });
    return answer.changes;
  }

  /**
   * Show what happened since the shown screen, one visible action at a time. What changed nothing
   * on the board (a card drawn) is told by the log and the strip alone.
   * @param {Api.Screen} shown
   * @param {Api.Screen} screen
   */
  async stepThrough(shown, screen) {
    if (!speed() || calm() || document.hidden || screen.number <= shown.number) return;
    const changes = await this.changes(shown.number, screen);
    const steps = changes.filter((line) => line.keys.length && !screen.held.includes(line.seat)).slice(-MOST_STEPS);
    this.page.root.classList.add("stepping");
    for (const line of steps) {
      if (this.hurry || document.hidden) break;
      await this.step(line);
    }
    this.hurry = false;
    this.page.root.classList.remove("stepping");
  }

  /**
   * One action, with its line in place of the prompt and a ring around what it changed.
   * @param {Api.Change} line
   */
  async step(line) {
    const { page } = this;
    const seat = page.state.screen?.seat;
    const { newest, known } = page.store;
    // The last action leads to the screen that is there already, unless that is lit for a decision.
    const there = newest?.number === line.number && newest.seat === seat && !newest.your_turn && known;
    /** @type {Api.Screen} */
    const frame = there ? newest : await ask(page.path(`/replay/${line.number}`), { query: { ...page.query(), seat } });
    byId("prompt").textContent = line.text;
    byId("prompt").classList.add("waiting");
    byId("actions").replaceChildren();
    showPlayers(frame.players, { watching: page.state.screen?.watching });
    await page.view.show(frame.board, page.hiddenHand(frame) ? "" : frame.hand);
    page.view.ringKeys(line.keys);
    await Promise.race([pause(speed() || SPEEDS.normal), new Promise((resolve) => (this.hurryUp = () => resolve(null)))]);
  }

  /** A press while actions are shown: go to the present at once. */
  skip() {
    if (!this.page.root.classList.contains("stepping")) return;
    this.hurry = true;
    this.hurryUp();
  }

  /**
   * After a new screen: mark what is news to the reader, until he decides something in his turn.
   * @param {Api.Screen} screen
   */
  async mark(screen) {
    const { page } = this;
    const seated = screen.held.length > 0 && !screen.result;
    if (!seated || screen.since >= screen.number) {
      this.news = [];
      page.view.markKeys([]);
    } else if (this.since !== screen.since || this.news.at(-1)?.number !== screen.log.at(-1)?.number) {
      try {
        this.news = await this.changes(screen.since, screen);
      } catch (error) {
        refusal(error);
        return;
      }
      if (page.state.screen !== screen) return;
    }
    this.since = screen.since;
    this.showMarks();
    this.showStrip();
  }

  /** The marks on the drawing as it is now. */
  showMarks() {
    this.page.view.markKeys(this.news.flatMap((line) => line.keys));
  }

  showStrip() {
    const strip = byId("since");
    strip.hidden = this.news.length === 0;
    if (strip.hidden) return;
    const count = this.news.length;
    const begun = count === 1 ? say("Before your first turn: 1 event") : say("Before your first turn: {count} events", { count });
    const words = this.since === 0 ? begun : count === 1 ? say("Since your turn: 1 event") : say("Since your turn: {count} events", { count });
    strip.replaceChildren(icon("eye"), make("b", {}, words), make("span", {}, this.latest?.text));
  }

  /** The last thing that could be seen; a card drawn after it does not push it away. */
  get latest() {
    return this.news.findLast((line) => line.keys.length) ?? this.news.at(-1);
  }

  /** The strip's list: a line per visible action, each a press away from being shown again. */
  open() {
    const players = this.page.state.screen?.players ?? [];
    const rows = this.news.map((line) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "line", onclick: () => { box.close(""); this.showAgain(line); } },
          players[line.seat] ? symbol(players[line.seat]) : make("span"),
          make("span", {}, line.text),
        ),
      ),
    );
    const box = dialog(say("Since your turn"), make("ol", { class: "told" }, ...rows));
  }

  /**
   * Show an action again, from the position before it, then the present.
   * @param {Api.Change} line
   */
  async showAgain(line) {
    const { page } = this;
    if (!page.state.screen || page.state.refreshing || page.decisions.working) return;
    const query = { ...page.query(), seat: page.state.screen.seat };
    const { number } = page.state.screen;
    try {
      /** @type {Api.Screen} */
      const before = await ask(page.path(`/replay/${Math.max(line.number - 1, 0)}`), { query });
      page.root.classList.add("stepping");
      await page.view.show(before.board, before.hand, { moving: false });
      await this.step(line);
    } catch (error) {
      refusal(error);
    } finally {
      this.hurry = false;
      page.root.classList.remove("stepping");
      if (page.state.screen?.number === number) await page.show(page.state.screen);
    }
  }
}
