// What the reader decides at the table: pressing, confirming what is for good, choosing again,
// taking back, hints. Nothing here knows a game.

import { ask, askWhenReady, busy, button, byId, isPhone, language, make, memory, refusal, say, toast } from "./core.js";

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
    /** @type {{ number: number, answer: Api.Hint } | null} */
    this.hinted = null;
  }

  /**
   * A target or button was pressed: play it, or ask first where that is for good. What waits for
   * its confirmation is put down by pressing it again.
   * @param {string} move
   * @param {Element} element
   * @param {string} [then] what is to follow, if it is possible then
   */
  async press(move, element, then) {
    const known = this.page.screen?.moves.find((one) => one.move === move);
    if (!known || this.working) return;
    this.page.view.zoom.tapped = null;
    if (this.chosen === move) this.unchoose(true);
    else if (known.ends_turn && known.reveals && memory.get("confirm") !== "no") this.choose(known, element);
    else {
      await this.send("/moves", { move, after: this.page.screen?.number }, element);
      if (then) await this.press(then, element);
    }
  }

  /**
   * Another choice in place of one that is half done, or that one put down, by one call.
   * @param {string} move
   * @param {Element} element
   */
  again(move, element) {
    if (this.working) return;
    this.page.view.zoom.tapped = null;
    this.send("/again", { move, after: this.page.screen?.number }, element);
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
      this.send("/moves", { move, after: page.screen?.number }, yes);
    }, { kind: "primary", id: "confirm", "aria-disabled": "true" });
    setTimeout(() => yes.removeAttribute("aria-disabled"), SETTLE);
    const no = button(isPhone() ? "" : say("Choose again"), () => this.unchoose(true), { symbol: "undo", "aria-label": say("Choose again") });
    const warning = make("small", {}, say("This ends your turn for good."));
    byId("prompt").replaceChildren(label, warning);
    byId("since").hidden = true;
    if (isPhone()) byId("main").append(make("div", { class: "asking", id: "asking" }, no, yes));
    else byId("actions").replaceChildren(no, yes);
    if (page.byKeyboard) yes.focus({ preventScroll: true });
    const choosing = (this.choosing = Symbol(move));
    const after = page.screen?.number;
    /** @type {Api.Preview | null} */
    const answer = await ask(page.path("/preview"), { query: { ...page.query(), move, after } }).catch(() => null);
    if (!answer || this.choosing !== choosing || this.chosen !== move) return;
    page.view.overlay(answer.board);
    const sentences = answer.sentences.filter((words) => words !== label).join(" ");
    if (sentences) warning.prepend(`${sentences} `);
    page.announce(`${label}. ${sentences} ${say("This ends your turn for good.")}`);
  }

  unchoose(again = false) {
    const { page } = this;
    const element = this.chosen ? page.targets.find(this.chosen) : null;
    for (const old of page.root.querySelectorAll(".chosen")) old.classList.remove("chosen");
    this.chosen = null;
    document.getElementById("asking")?.remove();
    page.view.clear();
    if (!again || !page.screen) return;
    page.prompt(page.screen, false);
    page.buttons(page.screen, false);
    page.follow.showStrip();
    if (page.byKeyboard) element?.focus({ preventScroll: true });
  }

  /** @param {Element | null} element */
  async undo(element) {
    if (this.page.screen?.undo) await this.send("/undo", { after: this.page.screen.number }, element);
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
    try {
      const query = page.query();
      /** @type {Api.Screen | Api.Update} */
      const answer = await askWhenReady(page.path(path), { method: "POST", body, query: { ...query, known: page.known } });
      if (!("set" in answer)) page.takeWhole(answer, query);
      const screen = "set" in answer ? page.receive(answer) ?? (await page.coming(answer)) : answer;
      if (!page.screen || screen.version >= page.screen.version) {
        const done = page.show(screen);
        if (screen.your_turn) page.announce(screen.prompt);
        this.working = false;
        await done;
      }
    } catch (error) {
      const { message, status } = refusal(error);
      toast(message);
      page.announce(message);
      if (this.chosen) this.unchoose(true);
      if (status === 409 || status === 422 || status === 403) page.refresh();
    } finally {
      clearTimeout(timer);
      this.working = false;
      page.root.classList.remove("working");
      element?.classList.remove("pressed");
      page.showNews();
    }
  }

  // Hints stay until the decision they are about is made

  async hint() {
    const element = byId("hint");
    const { screen } = this.page;
    if (element.hidden || !screen) return;
    await busy(element, async () => {
      const { number } = screen;
      /** @type {Api.Hint} */
      const answer = await ask(this.page.path("/hint"), { method: "POST", body: { after: number }, query: { language } });
      if (this.page.screen?.number !== number) return;
      this.hinted = { number, answer };
      if (!this.chosen) this.page.prompt(this.page.screen, false);
      this.page.announce(this.showHint(number)?.textContent ?? "");
    });
  }

  /**
   * The hint about the decision after so many moves, if it was asked for; its target is marked. A
   * choice of several steps (a tile, then its cell) is one decision, as long as it is followed.
   * @param {number} number
   */
  showHint(number) {
    if (!this.hinted) return null;
    const { answer } = this.hinted;
    const { targets, root, screen } = this.page;
    const steps = [answer.move, ...answer.then];
    const done = number - this.hinted.number;
    const move = steps[done];
    const followed = done === 0 || screen?.again.some((choice) => choice.chosen && choice.move === steps[done - 1]);
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
