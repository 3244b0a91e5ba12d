// The end of a game: the board counts itself, step by step and at the reader's pace, then the
// result, then "again" and "look back".

import { fly } from "./animate.js";
import { button, calm, icon, make, say } from "./core.js";
import { symbol } from "./panels.js";
import { homeOf } from "./signals.js";

const PACE = 2200; // milliseconds a step stays when it plays by itself

/**
 * Numbers of the scores where they are plain numbers, else null.
 * @param {Api.Screen} screen
 */
function finals(screen) {
  const scores = screen.players.map((player) => Number(player.score));
  return screen.players.every((player) => player.score !== "") && scores.every(Number.isFinite) ? scores : null;
}

export class Count {
  /**
   * @param {Api.Screen} screen
   * @param {import("./board.js").BoardView} view which shows the final board
   * @param {HTMLElement} bar for the buttons
   * @param {{ step: (text: string, totals: (number | string)[], standings: HTMLElement) => void, end: () => void }} on
   */
  constructor(screen, view, bar, on) {
    this.screen = screen;
    this.view = view;
    this.bar = bar;
    this.on = on;
    this.steps = screen.final_steps;
    this.at = -1;
    this.timer = 0;
    const ends = finals(screen);
    this.plain = ends !== null;
    /** @param {number} seat */
    const gained = (seat) => this.steps.reduce((sum, step) => sum + (step.gains[seat] || 0), 0);
    this.start = screen.players.map((player) => (ends ? ends[player.seat] - gained(player.seat) : 0));
    this.totals = [...this.start];
    this.playWords = make("span", {}, say("Play"));
    this.place = make("span", { class: "steps" });
  }

  begin() {
    const next = button(say("Next"), () => this.next(), { kind: "primary" });
    const play = make("button", { type: "button", class: "button", onclick: () => (this.timer ? this.stop() : this.play()) }, icon("play"), this.playWords);
    const skip = button(say("Skip"), () => this.end(), { kind: "quiet" });
    this.bar.replaceChildren(this.place, next, play, skip);
    this.next();
    next.focus({ preventScroll: true });
  }

  next() {
    if (this.at + 1 >= this.steps.length) {
      this.end();
      return;
    }
    this.at += 1;
    const step = this.steps[this.at];
    this.totals = this.totals.map((total, seat) => total + (step.gains[seat] || 0));
    this.spot(step.keys || []);
    this.place.textContent = say("{number} of {count}", { number: this.at + 1, count: this.steps.length });
    this.on.step(step.text, this.plain ? this.totals : this.totals.map(() => ""), standings(this.screen, this.totals, step.gains));
    this.flyGains(step);
  }

  /** The board was drawn anew: the present step is shown on it again. */
  redrawn() {
    if (this.at >= 0) this.spot(this.steps[this.at].keys || []);
  }

  get running() {
    return this.at >= 0;
  }

  /**
   * Light these parts of the board, dim the others.
   * @param {string[]} keys
   */
  spot(keys) {
    const root = this.view.board;
    for (const element of root.querySelectorAll(".spot")) element.classList.remove("spot");
    let found = 0;
    for (const element of root.querySelectorAll(".now [data-key]")) {
      if (!keys.includes(element.getAttribute("data-key") ?? "")) continue;
      element.classList.add("spot");
      found += 1;
    }
    root.classList.toggle("counting", found > 0);
  }

  /** @param {Api.FinalStep} step */
  flyGains(step) {
    const from = (this.view.now.querySelector(".spot") || this.view.board).getBoundingClientRect();
    step.gains.forEach((gain, seat) => {
      const home = homeOf(seat);
      if (gain && home) fly(`+${gain}`, from, home.getBoundingClientRect());
    });
  }

  play() {
    this.playWords.textContent = say("Pause");
    const tick = () => {
      this.next();
      if (this.at >= 0 && this.timer) this.timer = setTimeout(tick, calm() ? PACE * 1.5 : PACE);
    };
    this.timer = setTimeout(tick, 400);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playWords.textContent = say("Play");
  }

  /** Everything back to normal, without the result. */
  cancel() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.view.board.classList.remove("counting");
    this.view.clear();
    for (const element of this.view.board.querySelectorAll(".spot")) element.classList.remove("spot");
  }

  end() {
    this.cancel();
    this.at = -1;
    this.on.end();
  }
}

/**
 * Everyone's points so far, with what the last step brought; in the order of the seats.
 * @param {Api.Screen} screen
 * @param {number[]} totals
 * @param {number[]} gains
 */
export function standings(screen, totals, gains) {
  const plain = finals(screen) !== null;
  return list(
    screen.players,
    () => "",
    (player) => (plain ? String(totals[player.seat]) : ""),
    (player) => (gains[player.seat] ? `+${gains[player.seat]}` : ""),
  );
}

/**
 * The result, the winners first.
 * @param {Api.Screen} screen
 */
export function resultList(screen) {
  const players = [...screen.players].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return list(players, (player) => String(player.rank ?? ""), (player) => player.score, () => "");
}

/**
 * @param {Api.Player[]} players
 * @param {(player: Api.Player) => string} place
 * @param {(player: Api.Player) => string} total
 * @param {(player: Api.Player) => string} gain
 */
function list(players, place, total, gain) {
  return make(
    "ol",
    { class: "standings", "aria-label": say("Result") },
    ...players.map((player) =>
      make(
        "li",
        { class: place(player) === "1" ? "first" : "" },
        make("span", { class: "place" }, place(player)),
        symbol(player),
        make("span", {}, player.name),
        make("span", { class: "gain" }, gain(player)),
        make("span", { class: "total" }, total(player)),
      ),
    ),
  );
}

/**
 * One sentence about who has won, said to the reader.
 * @param {Api.Screen} screen
 */
export function verdict(screen) {
  const winners = screen.players.filter((player) => player.rank === 1);
  if (winners.length === 1) return winners[0].you ? say("You have won!") : say("{name} has won.", { name: winners[0].name });
  const names = winners.map((player) => player.name);
  return say("A shared victory: {names}.", { names: names.join(", ") });
}
