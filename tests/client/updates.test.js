// Updates lead to the very screens that the server made them of; the cases are its own (test_client.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./page.js";

const { edited, updated } = await import("../../src/triarchy/web/static/screen_store.js");

const cases = JSON.parse(readFileSync(process.env.CASES, "utf-8"));

test("edits lead from one drawing to the other", () => {
  assert.ok(cases.drawings.length > 100);
  for (const [before, edits, after] of cases.drawings) assert.equal(edited(before, edits), after);
});

test("an update leads from one screen to the next", () => {
  assert.ok(cases.screens.length > 100);
  for (const [before, update, after] of cases.screens) assert.deepEqual(updated(before, update), after);
});

test("an update of another screen leads nowhere, and leaves the screen as it was", () => {
  const [before, update] = cases.screens.find((one) => one[0] && one[1].after !== null);
  const kept = structuredClone(before);
  assert.equal(updated({ ...before, event: "0.0.0" }, update), null);
  assert.equal(updated(null, update), null);
  updated(before, update);
  assert.deepEqual(before, kept);
});
