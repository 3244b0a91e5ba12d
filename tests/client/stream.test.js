// The event stream: what it asks for, what it remembers, and how it comes back.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { document, lay, Part, window } from "./page.js";

const { Stream } = await import("../../src/triarchy/web/static/stream.js");

class Source extends Part {
  constructor(address) {
    super("source");
    this.address = address;
    this.closed = false;
    sources.push(this);
  }

  close() {
    this.closed = true;
  }

  tells(kind, data, lastEventId = "") {
    this.happens(kind, { data: JSON.stringify(data), lastEventId });
  }
}
globalThis.EventSource = Source;

/** @type {Source[]} */
let sources;
let heard;
let stream;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  lay();
  sources = [];
  heard = [];
  const note = (name) => (data) => heard.push(data === undefined ? name : [name, data]);
  stream = new Stream("abc", { table: note("table"), gone: note("gone"), back: note("back"), presence: note("presence") });
});

afterEach(() => stream.close());

const asked = (source) => Object.fromEntries(source.address.searchParams);
const lost = () => document.body.querySelectorAll(".lost").length;

test("what is known and how screens are drawn is said in the address", () => {
  stream.open("7.3.0", { width: 800, dark: true, seat: null });
  assert.equal(sources[0].address.pathname, "/api/tables/abc/events");
  assert.deepEqual(asked(sources[0]), { last: "7.3.0", language: "en", who: "true", screen: "true", width: "800", dark: "true" });
});

test("without a look no screens are asked for", () => {
  stream.open(null);
  assert.deepEqual(asked(sources[0]), { language: "en", who: "true" });
});

test("what is heard is passed on, and the next connection goes on from there", () => {
  stream.open("7.3.0", { width: 800, dark: false });
  sources[0].tells("table", { event: "8.4.0" });
  sources[0].tells("presence", { watching: 2 });
  assert.deepEqual(heard, [["table", { event: "8.4.0" }], ["presence", { watching: 2 }]]);
  stream.open();
  assert.ok(sources[0].closed);
  assert.deepEqual(asked(sources[1]), { ...asked(sources[0]), last: "8.4.0" });
});

test("a lost connection is tried again, ever more slowly, and the reader is told only if it lasts", () => {
  stream.open("7.3.0");
  sources[0].happens("error");
  mock.timers.tick(499);
  assert.equal(sources.length, 1);
  mock.timers.tick(1);
  assert.equal(sources.length, 2);
  sources[1].happens("error");
  mock.timers.tick(849);
  assert.equal(sources.length, 2);
  assert.equal(lost(), 0);
  mock.timers.tick(151);
  assert.equal(sources.length, 3);
  assert.equal(lost(), 1);
  for (let tries = 3; tries < 12; tries++) {
    sources.at(-1).happens("error");
    mock.timers.tick(10_000);
    assert.equal(sources.length, tries + 1);
  }
  assert.equal(lost(), 1);
  sources.at(-1).happens("open");
  assert.equal(lost(), 0);
  assert.deepEqual(heard, ["back"]);
});

test("a connection that is soon there again is not spoken of", () => {
  stream.open("7.3.0");
  sources[0].happens("error");
  mock.timers.tick(500);
  sources[1].happens("open");
  mock.timers.tick(60_000);
  assert.equal(lost(), 0);
  assert.deepEqual(heard, ["back"]);
});

test("whoever looks again or is online again does not wait", () => {
  stream.open("7.3.0");
  document.happens("visibilitychange");
  assert.equal(sources.length, 1);
  for (const come of [() => document.happens("visibilitychange"), () => window.happens("online")]) {
    const before = sources.length;
    sources.at(-1).happens("error");
    come();
    assert.equal(sources.length, before + 1);
  }
});

test("an error of a connection that was replaced changes nothing", () => {
  stream.open("7.3.0");
  stream.open("8.0.0");
  sources[0].happens("error");
  mock.timers.tick(60_000);
  assert.equal(sources.length, 2);
  assert.ok(!sources[1].closed);
});

test("a table that is gone is listened to no more", () => {
  stream.open("7.3.0");
  sources[0].happens("gone");
  assert.deepEqual(heard, ["gone"]);
  sources[0].happens("error");
  window.happens("online");
  mock.timers.tick(60_000);
  assert.equal(sources.length, 1);
});

test("a stream that is closed while its connection is lost is not tried again", () => {
  stream.open("7.3.0");
  sources[0].happens("error");
  stream.close();
  document.happens("visibilitychange");
  mock.timers.tick(60_000);
  assert.equal(sources.length, 1);
  assert.equal(lost(), 0);
});
