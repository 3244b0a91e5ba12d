// Zooming: what is under a point stays under it, and the board stays in its frame.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Part } from "./page.js";

const { Zoom } = await import("../../src/triarchy/web/static/board/zoom.js");

let frame;
let zoom;

beforeEach(() => {
  frame = new Part();
  frame.getBoundingClientRect = () => ({ left: 100, top: 50, width: 400, height: 300 });
  zoom = new Zoom(frame, new Part());
});

/** Where on the unzoomed board a point of the window lies. */
const under = (x, y) => [(x - 100 - zoom.x) / zoom.scale, (y - 50 - zoom.y) / zoom.scale];
const finger = (pointerId, clientX, clientY, more = {}) => ({ pointerId, clientX, clientY, pointerType: "touch", timeStamp: 0, preventDefault() {}, ...more });

test("what is under the point stays under it", () => {
  const before = under(220, 170);
  zoom.to(2, 220, 170);
  assert.deepEqual(under(220, 170), before);
  assert.equal(zoom.inner.style.transform, "translate(-120px, -120px) scale(2)");
});

test("a board is never smaller than its frame nor more than four times as large", () => {
  zoom.to(0.3);
  assert.equal(zoom.scale, 1);
  zoom.to(9);
  assert.equal(zoom.scale, 4);
  zoom.reset();
  assert.equal(zoom.inner.style.transform, "");
});

test("a finger moves a zoomed board, but not out of its frame", () => {
  zoom.to(2, 100, 50);
  frame.happens("pointerdown", finger(1, 300, 200));
  frame.happens("pointermove", finger(1, 280, 190));
  assert.deepEqual([zoom.x, zoom.y], [-20, -10]);
  frame.happens("pointermove", finger(1, 1280, 1190));
  assert.deepEqual([zoom.x, zoom.y], [0, 0]);
  frame.happens("pointermove", finger(1, -5000, -5000));
  assert.deepEqual([zoom.x, zoom.y], [-400, -300]);
});

test("two fingers that part zoom in between them", () => {
  frame.happens("pointerdown", finger(1, 290, 200));
  frame.happens("pointerdown", finger(2, 310, 200));
  frame.happens("pointermove", finger(2, 330, 200));
  assert.equal(zoom.scale, 2);
  assert.deepEqual([...zoom.pointers.keys()], [1, 2]);
});

test("a finger that has moved the board has not clicked on it", () => {
  let stopped = 0;
  const click = { stopPropagation: () => stopped++ };
  zoom.to(2, 100, 50);
  frame.happens("pointerdown", finger(1, 300, 200));
  frame.happens("click", click);
  assert.equal(stopped, 0);
  frame.happens("pointermove", finger(1, 250, 200));
  frame.happens("click", click);
  assert.equal(stopped, 1);
});

test("two taps beside what can be pressed zoom in, and two more out again", () => {
  const tap = (timeStamp) => {
    frame.happens("pointerdown", finger(1, 300, 200));
    frame.happens("pointerup", finger(1, 300, 200, { type: "pointerup", timeStamp, target: null }));
  };
  tap(1000);
  assert.equal(zoom.scale, 1);
  tap(1200);
  assert.equal(zoom.scale, 2.2);
  tap(3000);
  tap(3100);
  assert.equal(zoom.scale, 1);
});
