// Thinking on the visitor's own device: when it begins, when the server is asked all the same, and what is kept of a review.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { document, settled } from "./page.js";

const { thinking, offered, thinksHere } = await import("../../src/triarchy/web/static/thinking.js");
const { decidedOf, forgetJudged, judgedOf, keepJudged } = await import("../../src/triarchy/web/static/judged.js");

const FILES = { worker: "static/1/site_worker.js", pyodide: "pyodide/2/", code: "python/3.zip" };
const FACTS = { version: "1", networks: "networks/", files: FILES };
const { dataset } = document.documentElement;
let cores = 8;
Object.defineProperty(globalThis, "navigator", { value: { get hardwareConcurrency() { return cores; }, connection: {} }, configurable: true });

/** @type {any[]} */
let workers;
globalThis.Worker = class {
  constructor(address) {
    this.address = address;
    this.told = [];
    this.ended = false;
    workers.push(this);
  }

  addEventListener(kind, listener) {
    this[kind] = listener;
  }

  postMessage(message) {
    this.told.push(message);
  }

  terminate() {
    this.ended = true;
  }

  /** The worker says something. */
  says(data) {
    this.message({ data });
  }
};

/** Let the page be idle, and what follows from it happen. */
async function idle() {
  mock.timers.tick(2000);
  for (let turns = 0; turns < 6; turns++) await settled();
}

/** A worker that is ready. */
async function begun() {
  thinking.prepare();
  await settled();
  await idle();
  const [worker] = workers;
  worker.says({ do: "loaded" });
  return worker;
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  workers = [];
  cores = 8;
  dataset.here = "/games/here/";
  document.readyState = "complete";
  globalThis.location.href = "http://table.test/games/table/abc";
  globalThis.fetch = async () => new Response(JSON.stringify(FACTS));
  localStorage.clear();
  navigator.connection.saveData = false;
  Object.assign(thinking, { state: "none", worker: null });
  thinking.waiting.clear();
});

test("it begins once the page is idle, with the files that the server offers, and counts when it is ready", async () => {
  thinking.prepare();
  await settled();
  assert.equal(workers.length, 0);
  await idle();
  const [worker] = workers;
  assert.equal(worker.address, "http://table.test/games/here/static/1/site_worker.js");
  assert.deepEqual(worker.told, [{
    do: "begin", role: "adviser", pyodide: "http://table.test/games/here/pyodide/2/", code: "http://table.test/games/here/python/3.zip",
    networks: "http://table.test/games/here/networks/",
  }]);
  assert.ok(!thinking.ready);
  assert.equal(await thinking.ask({ kind: "hint" }), null);
  worker.says({ do: "loaded" });
  assert.ok(thinking.ready);
  thinking.prepare();
  await idle();
  assert.equal(workers.length, 1);
});

test("without a site, on a device with few cores, or where data are dear, nothing begins", async () => {
  delete dataset.here;
  assert.ok(!offered());
  thinking.prepare();
  await idle();
  dataset.here = "/here/";
  cores = 2;
  assert.ok(offered() && !thinksHere());
  thinking.prepare();
  await idle();
  cores = 4;
  navigator.connection.saveData = true;
  thinking.prepare();
  await idle();
  assert.equal(workers.length, 0);
});

test("the owner of a device decides, whatever it has", async () => {
  cores = 2;
  thinking.choose(true);
  assert.ok(thinksHere());
  const worker = await begun();
  assert.ok(thinking.ready);
  thinking.choose(false);
  assert.ok(worker.ended && !thinking.ready && !thinksHere());
});

test("answers go to the questions they answer; the server is asked where there is none", async () => {
  const worker = await begun();
  const answers = [thinking.ask({ kind: "hint" }), thinking.ask({ kind: "judge" })];
  const [one, other] = worker.told.slice(1);
  assert.deepEqual([one.do, JSON.parse(one.question), JSON.parse(other.question)], ["advise", { kind: "hint" }, { kind: "judge" }]);
  worker.says({ do: "advised", ticket: other.ticket, answer: null });
  worker.says({ do: "advised", ticket: one.ticket, answer: JSON.stringify({ move: "cell A1" }) });
  assert.deepEqual(await Promise.all(answers), [{ move: "cell A1" }, null]);
  assert.ok(thinking.ready);
});

test("a device that takes too long is not asked again, unless its owner wants it", async () => {
  const worker = await begun();
  const answers = [thinking.ask({ kind: "hint" }), thinking.ask({ kind: "hint" })];
  mock.timers.tick(15_000);
  assert.deepEqual(await Promise.all(answers), [null, null]);
  assert.ok(worker.ended && !thinksHere());
  thinking.choose(true);
  workers = [];
  await begun();
  thinking.ask({ kind: "hint" });
  mock.timers.tick(15_000);
  assert.ok(!thinking.ready);
  assert.ok(thinksHere());
});

test("files that do not come or are damaged leave it to the server", async () => {
  globalThis.fetch = async () => new Response("gone", { status: 404 });
  thinking.prepare();
  await settled();
  await idle();
  assert.equal(workers.length, 0);
  assert.equal(await thinking.ask({ kind: "hint" }), null);
  Object.assign(thinking, { state: "none" });
  globalThis.fetch = async () => new Response(JSON.stringify(FACTS));
  const worker = await begun();
  worker.says({ do: "failed", why: "file" });
  assert.ok(worker.ended && !thinking.ready);
});

test("what was judged of the last five games is kept, for the judge that judged it", () => {
  for (const table of ["a", "b", "c", "d", "e", "f"]) keepJudged({ table, judge: 4, parts: [table], decided: null });
  keepJudged({ table: "c", judge: 4, parts: ["c", "more"], decided: 7 });
  assert.deepEqual(judgedOf("a", 4), []);
  assert.deepEqual(judgedOf("b", 4), ["b"]);
  assert.deepEqual(judgedOf("c", 4), ["c", "more"]);
  assert.deepEqual([decidedOf("c"), decidedOf("b")], [7, null]);
  assert.deepEqual(judgedOf("c", 5), []);
  forgetJudged("c");
  assert.deepEqual(judgedOf("c", 4), []);
  localStorage.setItem("triarchy.judged", "nonsense");
  assert.deepEqual(judgedOf("b", 4), []);
});
