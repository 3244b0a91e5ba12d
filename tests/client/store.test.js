// What is kept of the server's screens: the newest one, what updates make of it, what is fetched when.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { settled } from "./page.js";

const { ScreenStore } = await import("../../src/triarchy/web/static/screen_store.js");

const WIDE = { width: 800, dark: false };
const NARROW = { width: 300, dark: false };
const screen = (version, more = {}) => ({ version, event: `${version}.0.0`, number: version - 1, prompt: "Choose", log: [], chat: [], ...more });
const update = (from, to, more = {}) => ({ after: `${from}.0.0`, set: { version: to, event: `${to}.0.0`, ...more } });
/** What an answer says where the screen comes by the stream. */
const soon = (version) => ({ after: `${version}.0.0`, set: { version, event: `${version}.0.0` } });

let asked;
let opened;
let stream;
let look;
let store;

globalThis.fetch = (address) =>
  new Promise((resolve) => {
    const answer = async (data) => {
      resolve(new Response(JSON.stringify(data), { headers: { "Content-Type": "application/json" } }));
      for (let turns = 0; turns < 4; turns++) await settled();
    };
    asked.push({ path: address.pathname, query: Object.fromEntries(address.searchParams), answer });
  });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  asked = [];
  opened = [];
  look = WIDE;
  stream = { lost: false, open: (...how) => opened.push(how) };
  store = new ScreenStore("/api/tables/abc/screen", () => look, stream);
});

test("the first screen is fetched as it is to be drawn, and events go on from it", async () => {
  const fetched = store.fetch();
  assert.deepEqual([asked[0].path, asked[0].query], ["/api/tables/abc/screen", { width: "800", dark: "false" }]);
  await asked[0].answer(screen(5));
  assert.equal((await fetched).version, 5);
  assert.equal(store.newest.version, 5);
  assert.deepEqual(opened, [["5.0.0", WIDE]]);
});

test("events go on by themselves while screens are drawn alike, and begin anew where they are not", () => {
  store.takeWhole(screen(5), WIDE);
  store.takeWhole(screen(6), WIDE);
  assert.equal(opened.length, 1);
  store.takeWhole(screen(6), NARROW);
  assert.deepEqual(opened[1], ["6.0.0", NARROW]);
});

test("a screen drawn for another width is not known any more", () => {
  assert.equal(store.known, null);
  store.takeWhole(screen(5), WIDE);
  assert.equal(store.known, "5.0.0");
  look = NARROW;
  assert.equal(store.known, null);
});

test("an update of the newest screen makes the next one", () => {
  store.takeWhole(screen(5), WIDE);
  assert.equal(store.receive(update(5, 6, { prompt: "Wait" })).prompt, "Wait");
  assert.equal(store.newest.version, 6);
});

test("an update of a screen that is not there leads nowhere, unless what it tells is known already", () => {
  store.takeWhole(screen(5), WIDE);
  assert.equal(store.receive(update(6, 7)), null);
  assert.equal(store.newest.version, 5);
  store.receive(update(5, 6));
  assert.equal(store.receive(update(3, 4)).version, 6);
});

test("an old screen that comes late does not take the place of a newer one", async () => {
  const fetched = store.fetch();
  store.takeWhole(screen(7), WIDE);
  await asked[0].answer(screen(6));
  assert.equal((await fetched).version, 6);
  assert.equal(store.newest.version, 7);
});

test("events are remembered line by line, until a take-back", () => {
  store.takeWhole(screen(5), WIDE);
  store.hear({ version: 6, number: 5, lines: [{ number: 5, text: "A tile" }], screen: update(5, 6, { number: 5 }) });
  assert.equal(store.told.get(5).text, "A tile");
  assert.equal(store.newest.number, 5);
  store.hear({ version: 7, number: 4, lines: [{ number: 4, text: "A leader" }], screen: update(6, 7, { number: 4 }) });
  assert.deepEqual([...store.told.keys()], [4]);
});

test("a screen that comes by the stream is waited for, and not asked for", async () => {
  store.takeWhole(screen(5), WIDE);
  const coming = store.coming(soon(6));
  store.hear({ version: 6, number: 5, screen: update(5, 6) });
  assert.equal((await coming).version, 6);
  assert.equal(asked.length, 0);
});

test("a screen that does not come soon is fetched", async () => {
  store.takeWhole(screen(5), WIDE);
  const coming = store.coming(soon(6));
  mock.timers.tick(399);
  await settled();
  assert.equal(asked.length, 0);
  mock.timers.tick(1);
  await settled();
  await asked[0].answer(screen(6));
  assert.equal((await coming).version, 6);
});

test("nothing is waited for while the stream is lost", async () => {
  store.takeWhole(screen(5), WIDE);
  stream.lost = true;
  const coming = store.coming(soon(6));
  await settled();
  await asked[0].answer(screen(6));
  assert.equal((await coming).version, 6);
});
