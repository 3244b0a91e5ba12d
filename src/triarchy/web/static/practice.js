// Lessons and puzzles: the real board and rules without a table. The server keeps nothing of it but
// what has been done; the moves made so far go along with every question.

import { BoardView } from "./board.js";
import { ask, askWhenReady, busy as whileBusy, button, byId, dialog, icon, isDark, language, make, pause, refusal, say } from "./core.js";
import { playBots } from "./guide.js";
import { playOn } from "./play_on.js";
import { settingsButton } from "./settings.js";
import { Targets } from "./targets.js";
import { WhatIsThis } from "./what.js";

const frame = byId("practice");
const { kind = "", game = "", item = "" } = frame.dataset;
const view = new BoardView(byId("board"), byId("hand"));
new WhatIsThis([byId("board"), byId("hand")], byId("practice").dataset.game ?? "");
const SHOWN = 900; // milliseconds between the decisions of a solution that is shown

/** @type {Record<string, number>} */
let done = {};
/** @type {{ id: string, title: string, exercises?: number }[]} */
let items = [];
/** The moves made since the last position that was set up. @type {string[]} */
let moves = [];
let number = 0;
let busy = false;
/** Whether a solution is being shown: it counts as seen, not as solved. */
let showing = false;
/** @type {Api.LessonAnswer | Api.PuzzleAnswer | null} */
let shown = null;

const look = () => ({ language, width: view.width, hand: view.handWidth, dark: isDark() });
const current = () => items.find((each) => each.id === item) ?? items[0];
const path = () => `/api/games/${game}/${kind}/${current().id}${kind === "lessons" ? `/${number}` : ""}`;

/** @param {string | null} attempt */
async function turn(attempt) {
  if (busy) return;
  busy = true;
  frame.setAttribute("aria-busy", "true");
  try {
    const answer = await askWhenReady(path(), { method: "POST", body: { moves, attempt }, query: look() });
    await (kind === "lessons" ? showExercise(answer) : showPuzzle(answer));
    settle(attempt);
  } catch (error) {
    tell(refusal(error).message, "wrong");
  } finally {
    busy = false;
    frame.removeAttribute("aria-busy");
  }
}

/**
 * @param {string} sentence
 * @param {string} [mood]
 */
function tell(sentence, mood = "") {
  const line = byId("said");
  line.textContent = sentence;
  line.className = mood;
}

/** @param {Api.PracticeScreen} screen */
async function draw(screen) {
  await view.show(screen.board, screen.hand, { moving: shown !== null });
}

/** @param {...(HTMLElement | false)} buttons */
function offer(...buttons) {
  byId("actions").replaceChildren(...buttons.filter((each) => each !== false));
}

/** @param {string} words */
const paragraphs = (words) => words.split("\n\n").map((text) => make("p", {}, text));

// Lessons

/** @param {Api.LessonAnswer} answer */
async function showExercise(answer) {
  moves = answer.played;
  await draw(answer.screen);
  shown = answer;
  byId("where").textContent = say("{title}: {number} of {of}", { title: answer.title, number: answer.number + 1, of: answer.of });
  byId("telling").replaceChildren(...paragraphs(answer.words));
  view.ring(answer.keys);
  if (answer.right === null) tell(answer.asks ? answer.screen.prompt : "");
  else tell(answer.said || (answer.right ? say("Right.") : say("Not what is asked here; try again.")), answer.right ? "right" : "wrong");
  const on = !answer.asks || answer.right === true;
  offer(
    answer.number > 0 && button(say("Back"), () => go(answer.number - 1, false), { symbol: "back" }),
    on && button(say("Play on from here"), () => playOn({ game, lesson: current().id, number: answer.number, moves }), { kind: "quiet", symbol: "play" }),
    on && button(answer.number + 1 < answer.of ? say("Next") : say("Finish the lesson"), () => next(answer), { kind: "primary", symbol: "next" }),
  );
}

/** @param {Api.LessonAnswer} answer */
async function next(answer) {
  if (answer.number + 1 < answer.of) {
    await go(answer.number + 1, answer.goes_on);
    return;
  }
  await note(answer.of);
  const at = items.indexOf(current());
  const following = items[at + 1];
  location.href = following ? `/learn/${game}/${following.id}` : `/learn/${game}/${items[0].id}?finished`;
}

/**
 * @param {number} to
 * @param {boolean} goesOn
 */
async function go(to, goesOn) {
  number = to;
  if (!goesOn) moves = [];
  if (to > (done[current().id] ?? 0)) note(to);
  await turn(null);
}

// Puzzles

/** @param {Api.PuzzleAnswer} answer */
async function showPuzzle(answer) {
  moves = answer.played;
  await draw(answer.screen);
  shown = answer;
  const place = items.indexOf(current());
  byId("where").textContent = say("Puzzle {number} of {of}. Solved in a row: {streak}", { number: place + 1, of: items.length, streak: streak.read() });
  byId("telling").replaceChildren(...puzzleWords(answer));
  if (answer.state === "open") tell(answer.said || answer.screen.prompt, answer.said ? "wrong" : "");
  const first = done[current().id] === undefined;
  if (answer.state === "right") {
    if (first) streak.write(streak.read() + 1);
    // It is called right once it is kept: whoever leaves then loses nothing.
    if (showing || (await note(1))) tell(say("Right: that is the best turn."), "right");
  } else if (answer.state === "wrong") {
    tell(say("There is a better turn."), "wrong");
    if (first) streak.write(0);
  }
  const following = items[place + 1];
  offer(
    answer.state === "open" && moves.length > 0 && button(say("From the start"), restart, { symbol: "undo" }),
    answer.state === "wrong" && button(say("Try again"), restart, { symbol: "again" }),
    answer.state === "wrong" && button(say("Show the solution"), () => showSolution(answer), { symbol: "play" }),
    answer.state !== "open" && button(say("Play on from here"), () => playOn({ game, puzzle: current().id, moves }), { kind: "quiet", symbol: "play" }),
    answer.state === "right" && following !== undefined && button(say("Next puzzle"), () => location.assign(`/puzzles/${game}/${following.id}`), { kind: "primary", symbol: "next" }),
  );
}

/** @param {Api.PuzzleAnswer} answer */
function puzzleWords(answer) {
  const question = make("p", {}, say("You are {name}. Find the best turn: it is at least five points of win chance ahead of every other.", { name: answer.screen.name }));
  if (answer.share === null || answer.lead === null) return [question];
  const facts = say("The best turn wins {share} % of the games; the next best lies {lead} points behind.", {
    share: Math.round(100 * answer.share),
    lead: Math.round(100 * answer.lead),
  });
  if (answer.state === "wrong") return [question];
  return [make("p", {}, answer.solution.map((each) => each.label).join(" · ")), make("p", { class: "aside" }, facts)];
}

async function restart() {
  moves = [];
  await turn(null);
}

/** @param {Api.PuzzleAnswer} answer */
async function showSolution(answer) {
  await note(0);
  moves = [];
  showing = true;
  for (const each of answer.solution) {
    await turn(each.move);
    await pause(SHOWN);
  }
  showing = false;
}

const streak = {
  key: `triarchy-streak-${game}`,
  read: () => Number(localStorage.getItem(streak.key) ?? 0),
  /** @param {number} value */
  write: (value) => localStorage.setItem(streak.key, String(value)),
};

// What has been done, and the list

/**
 * Keep how far the learner has come; false if the server refused, which is said.
 * @param {number} value
 */
async function note(value) {
  const what = current().id;
  if ((done[what] ?? -1) >= value) return true;
  try {
    done = (await ask("/api/progress", { method: "PUT", body: { what, value } })).done;
    list();
    return true;
  } catch (error) {
    tell(refusal(error).message, "wrong");
    return false;
  }
}

/** @param {{ id: string, exercises?: number }} each */
const isDone = (each) => (done[each.id] ?? 0) >= (each.exercises ?? 1);

function entries() {
  const folder = kind === "lessons" ? "learn" : "puzzles";
  return items.map((each, place) =>
    make(
      "li",
      {},
      make(
        "a",
        { href: `/${folder}/${game}/${each.id}`, "aria-current": each === current() ? "page" : null },
        make("span", { class: "number" }, place + 1),
        make("span", {}, each.title),
        isDone(each) && icon("check"),
        isDone(each) && make("span", { class: "unseen" }, say("done")),
      ),
    ),
  );
}

function list() {
  byId("list").replaceChildren(...entries());
}

// Pressing

/** The targets of a table, without a table: no previews, and what is not possible is answered as a try. */
class Presses extends Targets {
  constructor() {
    const nothing = () => {};
    super([byId("board"), byId("hand")], () => ({ id: "", number: 0, query: look() }), { play: press, again: nothing, preview: nothing, leave: nothing, tell: nothing });
  }

  /**
   * Every press is answered, so a second one at the same spot is meant.
   * @override
   */
  isDouble() {
    return false;
  }

  /** @override */
  async preview() {}

  /**
   * @override
   * @param {HTMLElement | SVGElement} target
   */
  async why(target) {
    press(target.dataset.why ?? "");
  }
}

/** @param {string} move */
function press(move) {
  if (move && !(shown && "state" in shown && shown.state !== "open")) turn(move);
}

const targets = new Presses();
let byKeyboard = false;

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  byKeyboard = true;
  if (event.key.toLowerCase() === "w") targets.grey = !targets.grey;
  else if (targets.key(event)) event.preventDefault();
}

document.addEventListener("keydown", key);
document.addEventListener("pointerdown", () => (byKeyboard = false));

/**
 * After a drawing: who uses the keyboard goes on at the button, or at what can be pressed now.
 * @param {string | null} attempt
 */
function settle(attempt) {
  targets.settle(byKeyboard ? (attempt ?? "") : null);
  if (byKeyboard) document.querySelector(/** @type {"button"} */ ("#actions .primary"))?.focus();
}

/** All lessons are done: what next? */
function finished() {
  const { title } = frame.dataset;
  const body = make(
    "div",
    { class: "stack" },
    make("p", {}, say("You know the whole of {game} now. Play a first game against easy bots, with help; or find the best turn in positions of strong players.", { game: title })),
    make(
      "div",
      { class: "actions" },
      make("a", { class: "button", href: `/puzzles/${game}` }, say("Puzzles")),
      button(say("A first game, with help"), (event) => whileBusy(event.currentTarget, () => playBots(frame.dataset, true)), { kind: "primary" }),
    ),
  );
  dialog(say("All lessons done"), body);
}

async function page() {
  settingsButton();
  byId("contents").addEventListener("click", () => dialog(say("Contents"), make("ol", { class: "contents" }, ...entries()), { kind: "drawer" }));
  const found = await askWhenReady(`/api/games/${game}/${kind}`, { query: { language } });
  items = kind === "lessons" ? found.lessons : found.puzzles.map((/** @type {Api.PuzzleFacts} */ each, /** @type {number} */ place) => ({ id: each.id, title: say("Puzzle {number}, {players} players", { number: place + 1, players: each.players }) }));
  if (!items.length) {
    byId("telling").textContent = kind === "lessons" ? say("This game has no lessons yet.") : say("This game has no puzzles yet.");
    return;
  }
  done = (await ask("/api/progress")).done;
  list();
  if (kind === "lessons") {
    const begun = done[current().id] ?? 0;
    const most = current().exercises ?? 1;
    number = begun < most ? begun : 0;
  }
  await turn(null);
  if (location.search === "?finished" && items.every(isDone)) finished();
}

page();
