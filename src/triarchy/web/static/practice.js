// Lessons and puzzles: the real board and rules without a table. The server keeps nothing of it but
// what has been done; the moves made so far go along with every question.

import { BoardView } from "./board/board.js";
import { fetchBy } from "./board/sheets.js";
import { ask, askWhenReady, at, busy as whileBusy, button, byId, closest, dialog, drawing, icon, isDark, language, make, memory, pause, refusal, say } from "./core.js";
import { playBots } from "./guide.js";
import { playOn } from "./play_on.js";
import { settingsButton } from "./settings.js";
import { alone } from "./site.js";
import { Targets } from "./board/targets.js";
import { Typing } from "./typed.js";
import { WhatIsThis } from "./board/what.js";
import { BoardWords } from "./words.js";

fetchBy(askWhenReady);

const frame = byId("practice");
const { kind = "", game = "", item = "" } = frame.dataset;
const view = new BoardView(byId("board"), byId("hand"), game);
new WhatIsThis([byId("board"), byId("hand")], () => ask(`/api/games/${game}/legend`, { query: { language } }));
const SOON = 250; // milliseconds after which a page of another size is drawn anew
const SHOWN = 900; // milliseconds between the decisions of a solution that is shown
const SEEN = 1500; // milliseconds in which the effect of a right action is seen before the lesson goes on

/** @type {Record<string, number>} */
let done = {};
/** @type {{ id: string, title: string, exercises?: number, facts?: string }[]} */
let items = [];
/** The moves made since the last position that was set up. @type {string[]} */
let moves = [];
let number = 0;
let busy = false;
/** Whether the solution has been shown: what is played then is nobody's answer. */
let solutionShown = false;
/** @type {Api.LessonAnswer | Api.PuzzleAnswer | null} */
let shown = null;
/** @typedef {{ moves: string[], attempt: string | null }} Question */
/** What the shown answer answers. @type {Question} */
let asked = { moves: [], attempt: null };
let drawnFor = 0;
let redrawing = 0;
/** The page being drawn for another size, if it is: what is pressed meanwhile waits for it. @type {Promise<void> | null} */
let resizing = null;
/** @type {ReturnType<typeof setTimeout> | undefined} until the lesson goes on by itself */
let goingOn = undefined;
/** What was said to the last right action: it stays until the next answer. */
let praise = "";

const inWords = new BoardWords(() => tellBoard());
const look = () => ({ language, width: view.width, hand: view.handWidth, dark: isDark(), words: inWords.on || null });
const current = () => items.find((each) => each.id === item) ?? items[0];
const path = () => `/api/games/${game}/${kind}/${current().id}${kind === "lessons" ? `/${number}` : ""}`;

/** @param {Question} body */
function put(body) {
  asked = body;
  drawnFor = view.width;
  return askWhenReady(path(), { method: "POST", body, query: look() });
}

/** @param {string | null} attempt */
async function turn(attempt) {
  await resizing;
  if (busy) return;
  busy = true;
  clearTimeout(goingOn);
  frame.setAttribute("aria-busy", "true");
  try {
    const answer = await view.fitting(() => put({ moves, attempt }), (each) => each.screen.board);
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
 * @param {boolean} [first] whether it is to be read before the words above it
 */
function tell(sentence, mood = "", first = mood !== "") {
  const line = byId("said");
  line.textContent = sentence;
  line.className = mood;
  // On a phone it follows the words, in one box: an answer is read first.
  const box = byId("reading");
  // Praise that stays from the step before has been read: it makes way for words that need the room.
  if (mood && !first && box.scrollHeight > box.clientHeight + 1) line.textContent = "";
  box.scrollTop = first ? box.scrollHeight : 0;
}

/** @param {Api.PracticeScreen} screen */
async function draw(screen) {
  inWords.show(screen.words);
  await view.show(screen.board, screen.hand, { moving: shown !== null });
  targets.name(screen.names);
  document.getElementById("facing")?.replaceChildren(...screen.players.map(facing));
}

/**
 * What is known of a player of a puzzle: points, supplies, cards that lie open.
 * @param {Api.PracticePlayer} player
 */
function facing(player) {
  const facts = player.facts.map(({ label, value, symbol }) =>
    symbol ? make("span", { class: "chip", role: "img", "aria-label": `${label}: ${value}`, title: `${label}: ${value}` }, drawing(symbol), make("b", {}, value)) : make("span", { class: "chip" }, `${label} `, make("b", {}, value)),
  );
  return make("li", {}, drawing(player.symbol), make("span", { class: "name" }, player.name), make("span", { class: "points" }, player.score), make("span", { class: "more" }, ...facts));
}

/** The position that is shown in words, which were not asked for with it. */
async function tellBoard() {
  try {
    const answer = await askWhenReady(path(), { method: "POST", body: { moves }, query: look() });
    if (!shown) return;
    shown.screen = { ...shown.screen, words: answer.screen.words, names: answer.screen.names };
    inWords.show(shown.screen.words);
    targets.name(shown.screen.names);
  } catch (error) {
    tell(refusal(error).message, "wrong");
  }
}

/** The same answer for another size: what was said and what can be done stay as they are. */
async function redraw() {
  clearTimeout(redrawing);
  if (!shown || !view.misfits(drawnFor)) return;
  if (busy || resizing) {
    redrawing = setTimeout(redraw, SOON);
    return;
  }
  resizing = showAgain(shown);
  await resizing;
  resizing = null;
}

/** @param {Api.LessonAnswer | Api.PuzzleAnswer} answer */
async function showAgain(answer) {
  try {
    const { screen } = await put(asked);
    await view.show(screen.board, screen.hand, { moving: false });
    if ("keys" in answer) view.ring(answer.keys);
    targets.settle(null);
  } catch (error) {
    refusal(error);
  }
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
  const aim = answer.aim ? [make("p", { class: "aim" }, answer.aim)] : [];
  byId("telling").replaceChildren(...aim, ...paragraphs(answer.words));
  view.ring(answer.keys);
  if (answer.right !== null) tell(answer.said || (answer.right ? say("Right.") : say("Allowed, but not what this exercise asks for. Try again.")), answer.right ? "right" : "wrong");
  else if (praise) tell(praise, "right", false);
  else tell(answer.asks ? answer.screen.prompt : "");
  praise = answer.right ? answer.said : "";
  const on = !answer.asks || answer.right === true;
  const isLast = answer.number + 1 === answer.of;
  offer(
    answer.number > 0 && button(say("Back"), () => go(answer.number - 1, false), { kind: "back", symbol: "back", "aria-label": say("Back") }),
    on && isLast && button(say("Continue from here"), () => playOn({ game, lesson: current().id, number: answer.number, moves }), { kind: "quiet", symbol: "play" }),
    on && button(isLast ? say("Finish the lesson") : say("Next"), () => next(answer), { kind: "primary", symbol: "next" }),
  );
  clearTimeout(goingOn);
  // What it did has been seen, and what was said to it stays above the next question.
  if (answer.right && !isLast) goingOn = setTimeout(() => shown === answer && next(answer), SEEN);
}

/** @param {Api.LessonAnswer} answer */
async function next(answer) {
  if (answer.number + 1 < answer.of) {
    await go(answer.number + 1, answer.goes_on);
    return;
  }
  await note(answer.of);
  const place = items.indexOf(current());
  const following = items[place + 1];
  location.assign(at(following ? `/learn/${game}/${following.id}` : `/learn/${game}/${items[0].id}?finished`));
}

/**
 * @param {number} to
 * @param {boolean} goesOn
 */
async function go(to, goesOn) {
  clearTimeout(goingOn);
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
  if (answer.state === "open") tell(answer.said || answer.screen.prompt, answer.said ? "wrong" : "", moves.length > 0);
  const first = done[current().id] === undefined;
  const because = answer.why.join(" ");
  if (solutionShown) tell(answer.state === "open" ? "" : [say("This was the best turn."), because].join(" "), "");
  else if (answer.state === "right" || answer.state === "nearly") {
    if (first) streak.write(streak.read() + 1);
    const verdict = answer.state === "right" ? say("Right: that is the best turn.") : say("Solved: this turn is about as good as the best.");
    // It is called right once it is kept: whoever leaves then loses nothing.
    if (await note(1)) tell([verdict, because].join(" "), "right");
  } else if (answer.state === "wrong") {
    tell([say("There is a better turn."), because].join(" "), "wrong");
    if (first) streak.write(0);
  }
  const following = items[place + 1];
  offer(
    answer.state === "open" && moves.length > 0 && button(say("Start over"), restart, { symbol: "undo" }),
    answer.state === "wrong" && button(say("Try again"), restart, { symbol: "again" }),
    answer.state === "wrong" && button(say("Show the solution"), () => showSolution(answer), { symbol: "play" }),
    (answer.state !== "open" || solutionShown) && button(say("Continue from here"), () => playOn({ game, puzzle: current().id, moves }), { kind: "quiet", symbol: "play" }),
    (answer.state === "right" || answer.state === "nearly" || solutionShown) && following !== undefined && button(say("Next puzzle"), () => location.assign(at(`/puzzles/${game}/${following.id}`)), { kind: "primary", symbol: "next" }),
  );
}

/** @param {Api.PuzzleAnswer} answer */
function puzzleWords(answer) {
  const { title, facts: known } = current();
  const heading = make("p", { class: "aside" }, `${title} · ${known}`);
  const question = make("p", {}, say("You are {name}. Find the best turn: no other comes within 5 percentage points of its chance of winning.", { name: answer.screen.name }));
  if (answer.share === null || answer.lead === null) return [heading, question];
  const facts = say("The best turn wins {share}% of games, {lead} percentage points more than the next best.", {
    share: Math.round(100 * answer.share),
    lead: Math.round(100 * answer.lead),
  });
  if (answer.state === "wrong") return [heading, question];
  return [make("p", {}, answer.solution.map((each) => each.label).join(" · ")), make("p", { class: "aside" }, facts)];
}

async function restart() {
  moves = [];
  solutionShown = false;
  await turn(null);
}

/** @param {Api.PuzzleAnswer} answer */
async function showSolution(answer) {
  await note(0);
  moves = [];
  solutionShown = true;
  for (const each of answer.solution) {
    await turn(each.move);
    await pause(SHOWN);
  }
  if (shown && "state" in shown && shown.state === "open") tell(say("This is the solution. Several ways to end the turn are about as good."), "");
}

const streak = {
  read: () => Number(memory.get(`streak.${game}`) ?? 0),
  /** @param {number} value */
  write: (value) => memory.set(`streak.${game}`, String(value)),
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
        each.facts === undefined || alone
          ? make("span", { class: "number" }, place + 1)
          : make("img", { class: "small-board", src: at(`/api/games/${game}/puzzles/${each.id}/picture?dark=${isDark()}&language=${language}`), alt: "", loading: "lazy", width: 84, height: 63 }),
        make("span", {}, each.title, each.facts !== undefined && make("small", {}, each.facts)),
        isDone(each) && icon("check"),
        isDone(each) && make("span", { class: "unseen" }, say("done")),
      ),
    ),
  );
}

/**
 * A puzzle as the list has it: what it is about, how hard it is, how many play.
 * @param {Api.PuzzleFacts} puzzle
 */
function inList({ id, theme, difficulty, players }) {
  const hard = { easy: say("easy"), medium: say("medium"), hard: say("hard") }[difficulty];
  return { id, title: theme, facts: `${hard} · ${say("{count} players", { count: players })}` };
}

function list() {
  byId("list").replaceChildren(...entries());
}

// Pressing

/** The targets of a table, without a table: no previews, and what is not possible is answered as a try. */
class Presses extends Targets {
  constructor() {
    const nothing = () => {};
    const why = async (/** @type {string} */ move) => {
      press(move);
      return "";
    };
    super([byId("board"), byId("hand")], () => "", { play: press, again: nothing, why, tell: nothing });
  }

  /**
   * Every press is answered, so a second one at the same spot is meant.
   * @override
   */
  isDouble() {
    return false;
  }
}

/** @param {string} move */
function press(move) {
  if (move && !(shown && "state" in shown && shown.state !== "open")) turn(move);
}

const targets = new Presses();
let byKeyboard = false;
const typing = new Typing({
  moves: () => shown?.screen.moves ?? [],
  known: () => Object.keys(shown?.screen.names ?? {}),
  play: async (move) => {
    await turn(move);
    return true;
  },
  // What is not possible is a try like any other.
  why: async (move) => {
    await turn(move);
    return "";
  },
  tell,
});

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (closest(event, "input")) return;
  byKeyboard = true;
  inWords.want();
  if (event.key.toLowerCase() === "w") {
    targets.grey = !targets.grey;
    targets.reach();
  } else if (event.key.toLowerCase() === "b") inWords.open();
  else if (event.key === "/") {
    event.preventDefault();
    typing.open();
  } else if (targets.key(event)) event.preventDefault();
}

document.addEventListener("keydown", key);
new ResizeObserver(() => {
  view.zoom.apply();
  clearTimeout(redrawing);
  redrawing = setTimeout(redraw, SOON);
}).observe(view.board);
document.addEventListener("pointerdown", () => (byKeyboard = false));

/**
 * After a drawing: who uses the keyboard goes on at the button, or at what can be pressed now.
 * @param {string | null} attempt
 */
function settle(attempt) {
  if (typing.isOpen) {
    targets.settle(null);
    return;
  }
  targets.settle(byKeyboard ? (attempt ?? "") : null);
  if (byKeyboard) document.querySelector(/** @type {"button"} */ ("#actions .primary"))?.focus();
}

/** All lessons are done: what next? */
function finished() {
  const { title } = frame.dataset;
  const body = make(
    "div",
    { class: "stack" },
    make("p", {}, say("That's all of {game}. Play a first game against easy bots, with help; or find the best turn in positions of strong players.", { game: title })),
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
  items = kind === "lessons" ? found.lessons : found.puzzles.map(inList);
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
