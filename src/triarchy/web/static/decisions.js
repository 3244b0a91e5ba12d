// What the reader decides at the table: pressing, confirming what is for good, choosing again,
// taking back, hints. Nothing here knows a game.

import { ask, askWhenReady, busy, button, byId, isPhone, language, make, memory, refusal, say, toast } from "./core.js";
import { thinking } from "./thinking.js";

const SETTLE = 500; // milliseconds before a fresh question can be confirmed

export class Decisions {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {string | null} a move that waits for its confirmation */
    this.chosen = null;
    /** @type {symbol | null} the last question about a chosen move */
    this.choosing = null;
    this.working = false;
    /** What a place that was pressed early is waiting for. @type {{ turn: number, moves: string[] }} */
    this.wanted = { turn: -1, moves: [] };
    /** @type {{ number: number, answer: Api.Hint } | null} */
    this.hinted = null;
  }

  /**
   * A target or button was pressed: play it, or ask first where that is for good. Pressing it once
   * more confirms; the second half of a double press does not.
   * @param {string} move
   * @param {Element} element
   * @param {string} [then] what is to follow, if it is possible then
   * @param {boolean} [waits] whether that waits until it is possible, while the turn lasts
   */
  async press(move, element, then, waits = false) {
    const known = this.page.state.screen?.moves.find((one) => one.move === move);
    if (!known || this.working) return;
    this.page.view.zoom.tapped = null;
    if (this.chosen === move) {
      // As soon as the button takes a press.
      if (!document.getElementById("confirm")?.hasAttribute("aria-disabled")) await this.send("/moves", { move, decision: this.page.state.screen?.decision }, element);
    } else if (known.ends_turn && known.reveals && memory.get("confirm") !== "no") this.choose(known, element);
    else {
      await this.send("/moves", { move, decision: this.page.state.screen?.decision }, element);
      if (!then) await this.goOn(element);
      else if (waits) {
        this.wanted = { turn: this.page.state.screen?.turn ?? -1, moves: then.split(",") };
        await this.goOn(element);
      } else await this.press(then, element);
    }
  }

  /**
   * Play the next of the moves that are waited for, if it is possible now.
   * @param {Element} element
   */
  async goOn(element) {
    const { screen } = this.page.state;
    const { turn, moves } = this.wanted;
    if (!moves.length) return;
    if (!screen?.your_turn || screen.turn !== turn) {
      this.wanted = { turn: -1, moves: [] };
      return;
    }
    const at = moves.findIndex((move) => screen.moves.some((one) => one.move === move));
    if (at < 0) return;
    this.wanted = { turn, moves: moves.slice(at + 1) };
    await this.press(moves[at], this.page.targets.find(moves[at]) ?? element);
  }

  /**
   * Another choice in place of one that is half done, or that one put down, by one call.
   * @param {string} move
   * @param {Element} element
   */
  async again(move, element) {
    if (this.working) return;
    this.page.view.zoom.tapped = null;
    this.wanted = { turn: -1, moves: [] };
    await this.send("/again", { move, decision: this.page.state.screen?.decision }, element);
  }

  /**
   * Show what it will do and wait for the button.
   * @param {Api.Move} known
   * @param {Element} element
   */
  async choose(known, element) {
    const { move, label } = known;
    const { page } = this;
    page.targets.leave();
    this.unchoose();
    this.chosen = move;
    element.classList.add("chosen");
    const asked = performance.now();
    /** @type {HTMLButtonElement} */
    const yes = button(label, (event) => {
      if (event.timeStamp - asked < SETTLE) return;
      this.send("/moves", { move, decision: page.state.screen?.decision }, yes);
    }, { kind: "primary", id: "confirm", "aria-disabled": "true" });
    setTimeout(() => yes.removeAttribute("aria-disabled"), SETTLE);
    const no = button(isPhone() ? "" : say("Choose again"), () => this.unchoose(true), { symbol: "undo", "aria-label": say("Choose again") });
    const own = page.state.screen?.turn_of === page.state.screen?.to_move;
    const final = own ? say("This ends your turn and can't be undone.") : say("This can't be undone.");
    const warning = make("small", {}, final);
    // What it does may take many words: on a phone, where the button says what it is, they lie with it over the hand.
    const effects = isPhone() ? make("p", { hidden: true }) : warning;
    byId("prompt").replaceChildren(label, warning);
    byId("since").hidden = true;
    if (isPhone()) this.lay(make("div", { class: "asking", id: "asking" }, effects, no, yes), no, element);
    else byId("actions").replaceChildren(no, yes);
    if (page.state.byKeyboard) yes.focus({ preventScroll: true });
    const choosing = (this.choosing = Symbol(move));
    const decision = page.state.screen?.decision;
    /** @type {Api.Preview | null} */
    const answer = await ask(page.path("/preview"), { query: { ...page.query(), move, decision } }).catch(() => null);
    if (this.choosing !== choosing || this.chosen !== move) return;
    if (answer) page.view.overlay(answer.board);
    const sentences = (answer?.sentences ?? []).filter((words) => words !== label).join(" ");
    if (sentences) effects.append(` ${sentences}`);
    effects.hidden = !effects.textContent;
    page.announce([`${label}.`, sentences, final].filter(Boolean).join(" "));
  }

  /**
   * Lay the confirmation over the hand, its buttons not where the finger has just pressed: a second press is no answer.
   * @param {HTMLElement} asking
   * @param {HTMLElement} no
   * @param {Element} pressed
   */
  lay(asking, no, pressed) {
    byId("main").append(asking);
    const hand = byId("hand").getBoundingClientRect();
    const { top, bottom } = pressed.getBoundingClientRect();
    if (byId("hand").contains(pressed) && bottom > no.getBoundingClientRect().top) asking.style.marginBottom = `${hand.bottom - top + 4}px`;
  }

  unchoose(again = false) {
    const { page } = this;
    const element = this.chosen ? page.targets.find(this.chosen) : null;
    for (const old of page.root.querySelectorAll(".chosen")) old.classList.remove("chosen");
    this.chosen = null;
    document.getElementById("asking")?.remove();
    page.view.clear();
    if (!again || !page.state.screen) return;
    page.prompt(page.state.screen, false);
    page.buttons(page.state.screen, false);
    page.follow.showStrip();
    if (page.state.byKeyboard) element?.focus({ preventScroll: true });
  }

  /** @param {Element | null} element */
  async undo(element) {
    this.wanted = { turn: -1, moves: [] };
    if (this.page.state.screen?.undo) await this.send("/undo", { decision: this.page.state.screen.decision }, element);
  }

  /**
   * Post, with feedback at once; the answer is the next screen.
   * @param {string} path
   * @param {unknown} body
   * @param {Element | null} element what was pressed
   */
  async send(path, body, element) {
    if (this.working) return;
    const { page } = this;
    this.working = true;
    page.targets.leave();
    element?.classList.add("pressed");
    const timer = setTimeout(() => page.root.classList.add("working"), 150);
    let ours = true;
    const release = () => {
      if (!ours) return; // what works now is a decision after this one
      ours = this.working = false;
      clearTimeout(timer);
      page.root.classList.remove("working");
    };
    try {
      const query = page.query();
      /** @type {Api.Screen | Api.Update} */
      const answer = await askWhenReady(page.path(path), { method: "POST", body, query: { ...query, known: page.store.known } });
      if (!("set" in answer)) page.store.takeWhole(answer, query);
      const screen = "set" in answer ? page.store.receive(answer) ?? (await page.store.coming(answer)) : answer;
      if (!page.state.screen || screen.version >= page.state.screen.version) {
        const before = page.state.screen?.number ?? 0;
        const done = page.show(screen);
        const told = (screen.log ?? []).filter((line) => line.number > before).map((line) => line.text);
        page.announce([...told, screen.your_turn ? screen.prompt : ""].join(" ").trim());
        release();
        await done;
      }
    } catch (error) {
      const { message, status } = refusal(error);
      toast(message);
      page.announce(message);
      if (this.chosen) this.unchoose(true);
      if (status === 409 || status === 422 || status === 403) page.refresh();
    } finally {
      release();
      element?.classList.remove("pressed");
      page.showNews();
    }
  }

  // Hints stay until the decision they are about is made

  async hint() {
    const element = byId("hint");
    const { screen } = this.page.state;
    if (element.hidden || !screen) return;
    await busy(element, async () => {
      const { number, decision } = screen;
      const asking = { method: /** @type {const} */ ("POST"), body: { decision }, query: { language } };
      /** @type {Api.Hint} */
      const answer = (thinking.ready && (await this.hintHere(asking))) || (await ask(this.page.path("/hint"), asking));
      if (this.page.state.screen?.decision !== decision) return;
      this.hinted = { number, answer };
      this.tellRating(screen);
      if (!this.chosen) this.page.prompt(this.page.state.screen, false);
      this.page.announce(this.showHint(number)?.textContent ?? "");
    });
  }

  /**
   * The hint as this device works it out, from the reader's own view; null where the server is to.
   * @param {Asking} asking
   */
  async hintHere(asking) {
    /** @type {Api.HintQuestion} */
    const question = await ask(this.page.path("/hint/question"), asking);
    return thinking.ask({ kind: "hint", question, language });
  }

  /**
   * What hints do to ratings, said once at each table.
   * @param {Api.Screen} screen
   */
  tellRating(screen) {
    const name = `hinted.${screen.table.id}`;
    if (memory.get(name) !== null) return;
    memory.set(name, "yes");
    toast(say("This table allows hints, so the game is not rated."));
  }

  /**
   * The hint about the decision after so many moves, if it was asked for; its target is marked. A
   * choice of several steps (a tile, then its cell) is one decision, as long as it is followed.
   * @param {number} number
   */
  showHint(number) {
    if (!this.hinted) return null;
    const { answer } = this.hinted;
    const { targets, root } = this.page;
    const { screen } = this.page.state;
    const steps = [answer.move, ...answer.then];
    const done = number - this.hinted.number;
    const move = steps[done];
    const last = screen?.log.at(-1);
    const isLast = last?.number === number && last.move === steps[done - 1];
    const followed = done === 0 || isLast || screen?.again.some((choice) => choice.chosen && choice.move === steps[done - 1]);
    if (move === undefined || !followed) return null;
    const target = targets.find(move) ?? root.querySelector(`[data-prompt-move="${CSS.escape(move)}"]`);
    target?.classList.add("hinted");
    return make("small", { class: "advice" }, make("b", {}, say("Hint: {move}.", { move: answer.label })), ...answer.reasons.map((reason) => ` ${sentence(reason)}`));
  }
}

/**
 * A reason as a sentence.
 * @param {string} text
 */
function sentence(text) {
  return text && `${text[0].toLocaleUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
