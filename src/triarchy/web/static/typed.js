// Typed moves: a line in which a move is written in the notation. A question mark lists what is possible,
// or says what a move would do.

import { button, make, say } from "./core.js";

const MOST_SPOKEN = 8; // of a longer list only the number is said; it can be read

/** @typedef {{ move: string, label: string }} Possible */

export class Typing {
  /**
   * @param {{
   *   moves: () => Possible[],
   *   known: () => string[],
   *   play: (move: string) => Promise<boolean>,
   *   why: (move: string) => Promise<string>,
   *   preview?: (move: string) => Promise<string[]>,
   *   tell: (words: string) => void,
   *   closed?: () => void,
   * }} on `known`: further moves that have a name now; `play`: whether the next one may follow at once
   */
  constructor(on) {
    this.on = on;
    /** @type {Element | null} what had the focus before */
    this.from = null;
    this.input = make("input", { type: "text", id: "typed", maxlength: 120, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "typed-help" });
    this.answer = make("div", { class: "answer scroll", id: "typed-answer", tabindex: 0, role: "group", "aria-label": say("Answer"), hidden: true });
    this.help = make("p", { class: "aside", id: "typed-help" });
    this.form = make(
      "form",
      { class: "typing", hidden: true, onsubmit: (event) => { event.preventDefault(); this.submit(); } },
      make("label", { for: "typed" }, say("Type a move")),
      this.input,
      make("button", { class: "button primary", type: "submit" }, say("Play the move")),
      button(say("Close"), () => this.close(), { kind: "quiet" }),
      this.help,
      this.answer,
    );
    this.form.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.body.append(this.form);
  }

  get isOpen() {
    return !this.form.hidden;
  }

  open() {
    if (!this.isOpen) this.from = document.activeElement;
    const example = this.on.moves()[0]?.move ?? this.on.known()[0] ?? "pass";
    this.help.textContent = say("For example: {example}. Type ? to list the moves, or add ? to a move to see what it would do.", { example });
    this.form.hidden = false;
    this.input.focus();
  }

  close() {
    this.input.blur();
    this.form.hidden = true;
    this.answer.hidden = true;
    if (this.from?.isConnected) /** @type {HTMLElement} */ (this.from).focus({ preventScroll: true });
    this.on.closed?.();
  }

  /**
   * Say it and show it.
   * @param {string} words
   * @param {Node} [shown]
   */
  tell(words, shown = make("p", {}, words)) {
    this.answer.replaceChildren(shown);
    this.answer.hidden = !words;
    if (words) this.on.tell(words);
  }

  async submit() {
    const parts = this.input.value.split(/[,;]/).map((part) => part.trim()).filter(Boolean);
    this.input.value = "";
    this.answer.hidden = true;
    for (const part of parts) if (!(await this.one(part))) break;
  }

  /**
   * One move, or a question; whether the next one may follow.
   * @param {string} text
   */
  async one(text) {
    const words = text.replace(/\?+$/, "").trim().replace(/\s+/g, " ");
    const move = this.find(words);
    if (words !== text) {
      await this.question(words, move);
      return false;
    }
    if (move) return this.on.play(move);
    const meant = this.on.known().find((known) => known.toLowerCase() === words.toLowerCase());
    this.tell(await this.on.why(meant ?? words));
    return false;
  }

  /**
   * @param {string} words
   * @param {string | undefined} move
   */
  async question(words, move) {
    const moves = this.on.moves();
    if (move && this.on.preview) {
      const label = moves.find((each) => each.move === move)?.label ?? "";
      const sentences = (await this.on.preview(move)).filter((sentence) => sentence !== label);
      this.tell([`${label}.`, ...sentences].join(" "));
      return;
    }
    const possible = moves.filter((each) => each.move.toLowerCase().startsWith(words.toLowerCase()));
    const list = make("ul", {}, ...possible.map((each) => make("li", {}, make("kbd", {}, each.move), ` ${each.label}`)));
    const count = say("Possible moves: {count}.", { count: possible.length });
    const spoken = possible.length > MOST_SPOKEN ? [] : possible.map((each) => `${each.move}: ${each.label}`);
    this.tell([count, ...spoken].join(" "), make("div", {}, make("p", {}, count), list));
  }

  /**
   * The possible move that is meant: its whole text, or its end where only one has that.
   * @param {string} words
   */
  find(words) {
    const wanted = words.toLowerCase();
    const moves = this.on.moves().map((each) => each.move);
    const ends = moves.filter((move) => move.toLowerCase().endsWith(` ${wanted}`));
    return moves.find((move) => move.toLowerCase() === wanted) ?? (ends.length === 1 ? ends[0] : undefined);
  }
}
