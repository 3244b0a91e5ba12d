// Scenes as drawings: what is made of them, what stays when another one is shown, and what edits make of their nodes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Part } from "./page.js";

const { compared, edited, paint, repaint } = await import("../../src/triarchy/web/static/board/scene.js");
const cases = JSON.parse(readFileSync(process.env.CASES, "utf8"));

const places = { A1: [10, 20, 1], B1: [60, 20, 0.5] };
const board = { width: 100, height: 40, places, ground: new Part("rect") };
const sheet = {
  address: "/sheets/one",
  symbols: new Map([["stone", new Part("circle")], ["frame", new Part("rect")]]),
  styles: { title: { fill: "#123456" } },
  parts: { board, hand: { ...board, width: 50 } },
};
const scene = (...nodes) => ({ part: "board", sheets: {}, nodes });
const stone = (key, at, more = {}) => ({ key, symbols: ["stone"], at, ...more });
const keys = (svg) => svg.children.slice(1).map((part) => part.getAttribute("data-key") ?? part.getAttribute("data-move"));

test("a thing is drawn at its place, with what a page asks it for", () => {
  const svg = paint(scene(stone("a", "B1", { what: "stone", faded: true })), sheet);
  assert.equal(svg.getAttribute("viewBox"), "0 0 100 40");
  const [ground, thing] = svg.children;
  assert.equal(ground.tag, "rect");
  assert.deepEqual([thing.getAttribute("data-key"), thing.getAttribute("data-what"), thing.getAttribute("data-move")], ["a", "stone", null]);
  const inner = thing.firstElementChild;
  assert.deepEqual([inner.getAttribute("transform"), inner.getAttribute("opacity")], ["translate(60 20) scale(0.5)", "0.6"]);
  assert.deepEqual(inner.children.map((part) => part.tag), ["circle"]);
});

test("what can be pressed is a button with a name, and no thing unless it is one", () => {
  const lit = { key: "lit", symbols: ["frame"], at: "A1", move: "lay A1", label: "Lay it", thing: false };
  const [, button] = paint(scene(lit), sheet).children;
  const names = ["data-move", "role", "aria-label", "class", "data-key"];
  assert.deepEqual(names.map((name) => button.getAttribute(name)), ["lay A1", "button", "Lay it", "target", null]);
  assert.equal(button.firstElementChild.textContent, "Lay it");
});

test("words have the style of their sheet", () => {
  const [, words] = paint(scene({ key: "w", at: "A1", text: "Bag: 3", style: "title", thing: false }), sheet).children;
  const text = words.firstElementChild.firstElementChild;
  assert.deepEqual([text.textContent, text.getAttribute("fill")], ["Bag: 3", "#123456"]);
});

test("what stays is the same element, without its marks; what changed is another one, in its order", () => {
  const svg = paint(scene(stone("a", "A1"), stone("b", "A1"), stone("c", "A1")), sheet);
  const [, a, b, c] = svg.children;
  a.classList.add("fresh");
  assert.equal(repaint(svg, scene(stone("d", "A1"), stone("a", "A1"), stone("b", "B1")), sheet), true);
  assert.deepEqual(keys(svg), ["d", "a", "b"]);
  assert.equal(svg.children[2], a);
  assert.equal(a.getAttribute("class"), null);
  assert.notEqual(svg.children[3], b);
  assert.equal(c.parent, null);
});

test("what can be pressed is made anew: pages have changed it", () => {
  const lit = stone("a", "A1", { move: "lay A1" });
  const asked = stone("b", "A1", { why: "lay B1" });
  const svg = paint(scene(lit, asked), sheet);
  const [, ...old] = svg.children;
  repaint(svg, scene(lit, asked), sheet);
  assert.deepEqual(keys(svg), ["a", "b"]);
  assert.ok(old.every((part) => !svg.children.includes(part)));
});

test("another sheet, another part or no scene at all is drawn from the beginning", () => {
  const svg = paint(scene(stone("a", "A1")), sheet);
  assert.equal(repaint(svg, scene(), { ...sheet }), false);
  assert.equal(repaint(svg, { ...scene(), part: "hand" }, sheet), false);
  assert.equal(repaint(new Part("svg"), scene(), sheet), false);
});

test("from any scene to any other, order and all", () => {
  for (const [before, , after] of cases.scenes) {
    const svg = paint(scene(...before), sheet);
    const { kept } = compared(before, after);
    const old = new Map(before.map((node, place) => [node.key, svg.children[place + 1]]));
    assert.ok(repaint(svg, scene(...after), sheet));
    assert.deepEqual(keys(svg), after.map((node) => node.key));
    for (const [place, node] of after.entries()) assert.equal(svg.children[place + 1] === old.get(node.key), kept.has(node.key));
  }
});

test("the server's edits of nodes lead where they should", () => {
  for (const [before, edits, after] of cases.scenes) assert.deepEqual(edited(scene(...before), edits).nodes, after);
});
