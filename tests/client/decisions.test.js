// What pressing does: what is sent, what waits for its confirmation, what comes of an answer.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { document, lay, Part, settled } from "./page.js";

const { Decisions } = await import("../../src/triarchy/web/static/decisions.js");
const { thinking } = await import("../../src/triarchy/web/static/thinking.js");

const PLAIN = { move: "cell A1", label: "A1", ends_turn: false, reveals: false };
const FINAL = { move: "draw", label: "Draw a tile", ends_turn: true, reveals: true };

/** @type {{ path: string, method: string, body: any, query: Record<string, string>, answer: (data: unknown, status?: number) => Promise<void> }[]} */
let asked;
let page;
let calls;
let decisions;
let pressed;

globalThis.fetch = (address, { method, body }) =>
  new Promise((resolve) => {
    const answer = async (data, status = 200) => {
      resolve(new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json" } }));
      for (let turns = 0; turns < 4; turns++) await settled();
    };
    asked.push({ path: address.pathname, method, body: body && JSON.parse(body), query: Object.fromEntries(address.searchParams), answer });
  });

const screen = (more = {}) => ({
  table: { id: "abc" }, version: 5, event: "5.4.0", number: 4, decision: "4.0", turn_of: 0, to_move: 0, your_turn: true, undo: true,
  prompt: "Choose", moves: [PLAIN, FINAL], again: [], log: [], ...more,
});

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  lay("main", "hand", "prompt", "since", "actions", "toasts", "hint");
  asked = [];
  calls = [];
  pressed = new Part("g");
  const note = (name) => (...values) => void calls.push([name, ...values]);
  page = {
    state: { screen: screen(), byKeyboard: false }, root: new Part(),
    store: { known: "5.4.0", receive: (update) => ({ ...page.state.screen, ...update.set }), takeWhole: note("takeWhole") },
    view: { zoom: { tapped: null }, overlay: note("overlay"), clear: note("clear") },
    targets: { leave() {}, find: () => pressed },
    follow: { showStrip() {} },
    path: (rest) => `/api/tables/abc${rest}`,
    query: () => ({ width: 800 }),
    show: async (next) => {
      calls.push(["show", next.version]);
      page.state.screen = next;
    },
    prompt: note("prompt"), buttons() {}, announce() {}, showNews: note("showNews"), refresh: note("refresh"),
  };
  decisions = new Decisions(page);
});

const called = (name) => calls.filter(([each]) => each === name).length;
const confirm = () => document.getElementById("confirm");

test("a move that can be taken back is sent at once, for the decision on the screen", async () => {
  decisions.press("cell A1", pressed);
  const [sent] = asked;
  assert.deepEqual([sent.method, sent.path, sent.body], ["POST", "/api/tables/abc/moves", { move: "cell A1", decision: "4.0" }]);
  assert.deepEqual(sent.query, { width: "800", known: "5.4.0" });
  assert.ok(pressed.classList.contains("pressed"));
  await sent.answer({ after: "5.4.0", set: { version: 6, event: "6.5.0" } });
  assert.equal(page.state.screen.version, 6);
  assert.ok(!pressed.classList.contains("pressed"));
});

test("what is not among the moves is not sent", () => {
  decisions.press("cell Z9", pressed);
  assert.equal(asked.length, 0);
});

test("nothing is sent while a decision is on its way", async () => {
  decisions.press("cell A1", pressed);
  decisions.press("cell A1", pressed);
  decisions.again("cell A1", pressed);
  decisions.undo(pressed);
  assert.equal(asked.length, 1);
  await asked[0].answer({ after: "5.4.0", set: { version: 6 } });
  decisions.undo(pressed);
  assert.deepEqual([asked[1].path, asked[1].body], ["/api/tables/abc/undo", { decision: "4.0" }]);
});

test("a move for good waits for its button, which a hasty second press does not answer", async () => {
  decisions.press("draw", pressed);
  assert.deepEqual(asked.map(({ path }) => path), ["/api/tables/abc/preview"]);
  assert.ok(pressed.classList.contains("chosen"));
  confirm().happens("click", { timeStamp: performance.now() + 100 });
  assert.equal(asked.length, 1);
  assert.ok(confirm().hasAttribute("aria-disabled"));
  mock.timers.tick(500);
  assert.ok(!confirm().hasAttribute("aria-disabled"));
  await asked[0].answer({ board: "<svg>", sentences: ["It draws."] });
  assert.deepEqual(calls.find(([name]) => name === "overlay"), ["overlay", "<svg>"]);
  assert.match(document.getElementById("prompt").textContent, /Draw a tile.*ends your turn and can't be undone.*It draws/);
  confirm().happens("click", { timeStamp: performance.now() + 1000 });
  assert.deepEqual(asked[1].body, { move: "draw", decision: "4.0" });
});

test("pressing it again confirms, but not in a hurry", async () => {
  page.root.append(pressed);
  decisions.press("draw", pressed);
  decisions.press("draw", pressed);
  assert.equal(decisions.chosen, "draw");
  assert.deepEqual(asked.map(({ path }) => path), ["/api/tables/abc/preview"]);
  mock.timers.tick(500);
  decisions.press("draw", pressed);
  assert.deepEqual(asked[1].body, { move: "draw", decision: "4.0" });
});

test("what is put down is not chosen, and the preview that comes late is not shown", async () => {
  page.root.append(pressed);
  decisions.press("draw", pressed);
  decisions.unchoose(true);
  assert.equal(decisions.chosen, null);
  assert.ok(!pressed.classList.contains("chosen"));
  await asked[0].answer({ board: "<svg>", sentences: [] });
  assert.equal(called("overlay"), 0);
  assert.equal(called("prompt"), 1);
});

test("whoever does not want to be asked is not asked", () => {
  localStorage.setItem("triarchy.confirm", "no");
  decisions.press("draw", pressed);
  assert.equal(asked[0].path, "/api/tables/abc/moves");
  localStorage.setItem("triarchy.confirm", "yes");
});

test("an answer older than what is shown meanwhile is not shown", async () => {
  decisions.press("cell A1", pressed);
  page.state.screen = screen({ version: 9 });
  await asked[0].answer(screen({ version: 6 }));
  assert.equal(called("takeWhole"), 1);
  assert.equal(called("show"), 0);
  assert.ok(!decisions.working);
  assert.equal(called("showNews"), 1);
});

test("a refusal is told; what has moved on is looked at again", async () => {
  for (const [status, looks] of [[409, 1], [422, 2], [403, 3], [429, 3]]) {
    decisions.press("cell A1", pressed);
    await asked.at(-1).answer({ error: `Refused with ${status}.` }, status);
    assert.match(document.getElementById("toasts").textContent, new RegExp(`Refused with ${status}`));
    assert.equal(called("refresh"), looks);
    assert.ok(!decisions.working);
  }
});

test("what is to follow follows if it is possible then", async () => {
  decisions.press("cell A1", pressed, "cell B2");
  await asked[0].answer({ after: "5.4.0", set: { version: 6, decision: "5.0", moves: [{ ...PLAIN, move: "cell B2" }] } });
  assert.deepEqual(asked[1].body, { move: "cell B2", decision: "5.0" });
});

test("a hint of several steps stays while it is followed, and no longer", async () => {
  decisions.hint();
  assert.deepEqual([asked[0].path, asked[0].body], ["/api/tables/abc/hint", { decision: "4.0" }]);
  await asked[0].answer({ move: "tile red", then: ["cell A1"], label: "Red to A1", reasons: ["it scores"] });
  assert.equal(decisions.showHint(4).textContent, "Hint: Red to A1. It scores.");
  assert.ok(pressed.classList.contains("hinted"));
  page.state.screen = screen({ number: 5, log: [{ number: 5, move: "tile red" }] });
  assert.ok(decisions.showHint(5));
  page.state.screen = screen({ number: 5, log: [{ number: 5, move: "tile blue" }] });
  assert.equal(decisions.showHint(5), null);
  assert.equal(decisions.showHint(6), null);
});

test("a hint is worked out on this device where it can, and by the server where not", async () => {
  const put = [];
  Object.assign(thinking, { state: "ready", worker: { postMessage: (message) => put.push(message), terminate() {} } });
  localStorage.setItem("triarchy.thinking", "yes");
  decisions.hint();
  assert.deepEqual([asked[0].path, asked[0].body], ["/api/tables/abc/hint/question", { decision: "4.0" }]);
  await asked[0].answer({ position: {}, seat: 0, names: [], seed: 1 });
  assert.deepEqual(JSON.parse(put[0].question), { kind: "hint", question: { position: {}, seat: 0, names: [], seed: 1 }, language: "en" });
  thinking.settle(put[0].ticket, { move: "cell A1", then: [], label: "A1", reasons: [] });
  for (let turns = 0; turns < 4; turns++) await settled();
  assert.equal(decisions.hinted.answer.label, "A1");
  assert.equal(asked.length, 1);
  decisions.hint();
  await asked[1].answer({ position: {} });
  thinking.settle(put[1].ticket, null);
  for (let turns = 0; turns < 4; turns++) await settled();
  assert.equal(asked[2].path, "/api/tables/abc/hint");
  thinking.end();
});

test("a hint that comes after the decision is not shown", async () => {
  decisions.hint();
  page.state.screen = screen({ decision: "5.0", number: 5 });
  await asked[0].answer({ move: "cell A1", then: [], label: "A1", reasons: [] });
  assert.equal(decisions.hinted, null);
});
