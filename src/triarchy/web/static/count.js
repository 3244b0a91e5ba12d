// The end of a game: the board counts itself, step by step and at the reader's pace.

import { fly } from "./board/animate.js";
import { button, calm, drawing, icon, make, say } from "./core.js";
import { symbol } from "./panels.js";
import { play as sound } from "./sounds.js";

const PACE = 2200; // milliseconds a step stays when it plays by itself
const SVG = "http://www.w3.org/2000/svg";

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
   * @param {import("./board/board.js").BoardView} view which shows the final board
   * @param {HTMLElement} bar for the buttons
   * @param {{ step: (text: string, totals: (number | string)[], sheet: HTMLElement) => void, end: () => void }} on
   */
  constructor(screen, view, bar, on) {
    this.screen = screen;
    this.view = view;
    this.bar = bar;
    this.on = on;
    this.steps = screen.final_steps;
    this.at = -1;
    this.timer = 0;
    /** @type {SVGElement[]} the parts of the board that the present step is about */
    this.lit = [];
    const ends = finals(screen);
    this.plain = ends !== null;
    /** @param {number} seat */
    const gained = (seat) => this.steps.reduce((sum, step) => sum + (step.gains[seat] || 0), 0);
    this.totals = screen.players.map((player) => (ends ? ends[player.seat] - gained(player.seat) : 0));
    /** @type {(number | null)[][]} by seat, what stands in each column of the sheet so far */
    this.cells = screen.players.map((player) => screen.count_columns.map((column) => column.start[player.seat] ?? null));
    this.playWords = make("span", {}, say("Play"));
    this.place = make("span", { class: "steps" });
  }

  begin() {
    const next = button(say("Next"), () => this.next(), { kind: "primary", id: "next-step" });
    const play = make("button", { type: "button", class: "button", onclick: () => (this.timer ? this.stop() : this.play()) }, icon("play"), this.playWords);
    const skip = button(say("Skip"), () => this.end(), { kind: "quiet", id: "skip" });
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
    for (const [seat, column, change] of step.cells) this.cells[seat][column] = (this.cells[seat][column] ?? 0) + change;
    this.spot(step.keys);
    this.place.textContent = say("{number} of {count}", { number: this.at + 1, count: this.steps.length });
    const sheet = this.sheet(step);
    this.on.step(step.text, this.plain ? this.totals : this.totals.map(() => ""), sheet);
    this.flyGains(step, sheet);
    if (step.gains.some(Boolean) || step.cells.length) sound("points");
  }

  /** The board was drawn anew: the present step is shown on it again. */
  redrawn() {
    if (this.at >= 0) this.spot(this.steps[this.at].keys);
  }

  get running() {
    return this.at >= 0;
  }

  /**
   * Everyone's points so far, in the game's own columns and as a total where there is one.
   * @param {Api.CountStep} step
   */
  sheet(step) {
    const columns = this.screen.count_columns;
    const head = columns.map((column) =>
      make("th", { scope: "col" }, column.symbol ? drawing(column.symbol) : "", make("span", { class: column.symbol ? "with-symbol" : "" }, column.name)),
    );
    const total = this.plain ? make("th", { scope: "col" }, say("Total")) : "";
    const rows = this.screen.players.map((player) => {
      const cells = this.cells[player.seat].map((value, column) => {
        const changed = step.cells.some(([seat, where]) => seat === player.seat && where === column);
        return make("td", { class: changed ? "changed" : value === null ? "blank" : "", "data-cell": `${player.seat}-${column}` }, value === null ? "·" : value);
      });
      const sum = this.plain ? make("td", { class: `total${step.gains[player.seat] ? " changed" : ""}`, "data-cell": `${player.seat}` }, this.totals[player.seat]) : "";
      return make("tr", {}, make("th", { scope: "row" }, make("span", {}, symbol(player), make("span", { class: "who" }, player.name))), ...cells, sum);
    });
    return make("table", { class: `sheet-of-points${columns.length ? "" : " plain"}` }, make("thead", {}, make("tr", {}, make("td"), ...head, total)), make("tbody", {}, ...rows));
  }

  /**
   * These parts of the board stand out, with all that lies on them: a veil over the board has holes of their shapes.
   * @param {string[]} keys
   */
  spot(keys) {
    this.unspot();
    const svg = this.view.now.querySelector("svg");
    if (!svg) return;
    const wanted = new Set(keys);
    const parts = /** @type {SVGElement[]} */ ([...svg.querySelectorAll("[data-key]")]);
    this.lit = parts.filter((part) => wanted.has(part.getAttribute("data-key") ?? ""));
    if (!this.lit.length) return;
    for (const part of this.lit) part.classList.add("spot");
    const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
    const inner = this.lit.filter((part) => !this.lit.some((other) => other !== part && other.contains(part)));
    const holes = shape("g", { class: "holes" });
    holes.append(...inner.map((part) => withAncestors(part, svg)));
    const { x, y, width, height } = svg.viewBox.baseVal;
    const whole = { x, y, width, height };
    const mask = shape("mask", { ...whole, id: "spots", maskUnits: "userSpaceOnUse" });
    mask.append(shape("rect", { ...whole, fill: "#fff" }), holes);
    copy.append(mask, shape("rect", { ...whole, class: "veiled", mask: "url(#spots)" }));
    this.view.layer.replaceChildren(copy);
    this.view.layer.classList.add("shown");
  }

  unspot() {
    for (const part of this.lit) part.classList.remove("spot");
    this.lit = [];
    this.view.clear();
  }

  /**
   * What was gained flies to its place in the sheet: from the board, or from what it was taken from.
   * @param {Api.CountStep} step
   * @param {HTMLElement} sheet
   */
  flyGains(step, sheet) {
    const from = (this.lit[0] ?? this.view.board).getBoundingClientRect();
    /** @param {string} name */
    const cell = (name) => sheet.querySelector(`[data-cell="${name}"]`)?.getBoundingClientRect();
    for (const [seat, column, change] of step.cells) {
      const giver = step.cells.find(([other, , loss]) => other === seat && loss < 0);
      const to = cell(`${seat}-${column}`);
      if (change > 0 && to) fly(`+${change}`, (giver && cell(`${seat}-${giver[1]}`)) ?? from, to);
    }
    if (step.cells.length) return;
    step.gains.forEach((gain, seat) => {
      const to = cell(`${seat}`);
      if (gain && to) fly(`+${gain}`, from, to);
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
    this.unspot();
  }

  end() {
    this.cancel();
    this.at = -1;
    this.on.end();
  }
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * A copy of a part of a drawing within copies of all it lies in, so that it stands where it stood.
 * @param {SVGElement} part
 * @param {SVGSVGElement} svg
 */
function withAncestors(part, svg) {
  let copy = /** @type {Element} */ (part.cloneNode(true));
  for (let outer = part.parentElement; outer && /** @type {Element} */ (outer) !== svg; outer = outer.parentElement) {
    const shell = /** @type {Element} */ (outer.cloneNode(false));
    shell.append(copy);
    copy = shell;
  }
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-key", "data-move", "data-why", "data-what", "tabindex", "role", "aria-label"]) each.removeAttribute(name);
  }
  return copy;
}

/**
 * The result, the winners first.
 * @param {Api.Screen} screen
 */
export function resultList(screen) {
  const players = [...screen.players].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return make(
    "ol",
    { class: "standings", "aria-label": say("Result") },
    ...players.map((player) =>
      make(
        "li",
        { class: player.rank === 1 ? "first" : "" },
        make("span", { class: "place" }, player.rank ?? ""),
        symbol(player),
        make("span", { class: "name" }, player.name),
        make("span", { class: "total" }, player.score),
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
  if (winners.length === 1) return winners[0].you && screen.held.length === 1 ? say("You have won!") : say("{name} has won.", { name: winners[0].name });
  const names = winners.map((player) => player.name);
  return say("A shared victory: {names}.", { names: names.join(", ") });
}
