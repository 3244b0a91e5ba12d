// What differs between two drawings: the keys that came, went, moved, or look different; and what lies ahead
// of a key press.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Part } from "./page.js";

const { differences } = await import("../../src/triarchy/web/static/board/animate.js");
const { ahead, DIRECTIONS } = await import("../../src/triarchy/web/static/board/targets.js");

/** A part of a drawing where `places` has found it. */
const place = (left, top, looks = "<g/>") => ({ element: { outerHTML: looks }, box: { left, top, width: 20, height: 20 } });
const drawn = (parts) => new Map(Object.entries(parts));

test("what is drawn alike has not changed", () => {
  const parts = { "tile A1": place(0, 0), "king red": place(40, 0) };
  assert.deepEqual(differences(drawn(parts), drawn({ ...parts })), { came: [], went: [], moved: [], other: [] });
});

test("what came, went and moved is told by its key", () => {
  const change = differences(drawn({ a: place(0, 0), b: place(40, 0) }), drawn({ b: place(80, 0), c: place(0, 40) }));
  assert.deepEqual(change, { came: ["c"], went: ["a"], moved: ["b"], other: [] });
});

test("a shift by rounding is no move", () => {
  assert.deepEqual(differences(drawn({ a: place(0, 0) }), drawn({ a: place(1.5, 1) })).moved, []);
});

test("what looks different is another thing than what may be pressed", () => {
  const before = drawn({ a: place(0, 0, '<g data-key="a"><path d="M0 0"/></g>') });
  const pressable = drawn({ a: place(0, 0, '<g data-key="a" class="lit" tabindex="0" data-move="cell A1"><path d="M0 0"/></g>') });
  const redrawn = drawn({ a: place(0, 0, '<g data-key="a"><path d="M9 9"/></g>') });
  assert.deepEqual(differences(before, pressable).other, []);
  assert.deepEqual(differences(before, redrawn).other, ["a"]);
});

/** A target that can be pressed. */
function target(left, top) {
  const part = new Part("g");
  part.getBoundingClientRect = () => ({ left, top, width: 20, height: 20 });
  return part;
}

test("an arrow goes to what is near and rather straight ahead", () => {
  const [from, straight, aside, behind] = [target(0, 0), target(60, 0), target(40, 40), target(-40, 0)];
  assert.equal(ahead(from, [from, behind, aside, straight], DIRECTIONS.ArrowRight), straight);
  assert.equal(ahead(from, [from, behind, aside, straight], DIRECTIONS.ArrowLeft), behind);
});

test("where nothing lies ahead the arrows go round, so that everything can be reached", () => {
  const all = [target(0, 0), target(40, 0), target(80, 0)];
  assert.equal(ahead(all[2], all, DIRECTIONS.ArrowRight), all[0]);
  assert.equal(ahead(all[0], all, DIRECTIONS.ArrowUp), all[2]);
});
