// What a person would call a fault of the page as it is shown now. Evaluated in the page by looking.py:
// `faults(options)` gives a list of [kind, sentence], `frame()` where the board lies and how it is turned,
// `presses()` the places of the board whose middle does not answer for them.

const SLACK = 1.5; // pixels that rounding may cost
const LEAST = 0.8; // of the size that the board could have
const PROMPT = 0.3; // of the window's height that words above and below the board may take from it
const HAND = 0.28; // of the window's height that the hand may
const BESIDE = 0.5; // of the window's width that everything beside the board may, on a phone on its side
const LOW = 500; // pixels of a window's height, below which everything stands beside the board

const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".unseen, .skip, .layer, [hidden]");
const words = (element) => (element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
const within = (inner, outer, slack = SLACK) =>
  inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
const within_window = (box) => box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
const round = (box) => `${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}x${Math.round(box.height)}`;

/** Whether a finger or a wheel brings what lies outside this element's ancestors into sight. */
function scrolls(element, axis) {
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (/auto|scroll/.test(axis === "y" ? style.overflowY : style.overflowX)) return true;
    if (style.position === "fixed") return false;
  }
  return axis === "y" && document.documentElement.scrollHeight > innerHeight + 1;
}

/** Whether an element that scrolls hides a part of this box. */
function scrolled_away(element, box) {
  for (let at = element; at; at = at.parentElement) {
    const frame = at.getBoundingClientRect();
    if (getComputedStyle(at).overflowY !== "visible" && (box.top >= frame.bottom - SLACK || box.bottom <= frame.top + SLACK)) return true;
  }
  return false;
}

/** What lies over everything else, so that what is below need not be whole. */
function top_layer() {
  return [...document.querySelectorAll("dialog[open]")].pop() ?? document.querySelector(".sheet.open") ?? null;
}

/** The texts that are shown: their element, box and range. */
function texts() {
  const over = top_layer();
  const walker = document.createTreeWalker(over ?? document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element || element.closest("svg, script, style, option, template") || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width && box.height) found.push({ node, element, box });
  }
  return found;
}

// Words

function parted_words(found) {
  const faults = [];
  for (const { node, element, box } of found) {
    const style = getComputedStyle(element);
    if (style.writingMode !== "horizontal-tb" || style.hyphens === "auto" || element.closest("code")) continue;
    if (box.height < 1.5 * parseFloat(style.fontSize)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,40}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
      if (lines.size > 1) {
        faults.push(["narrow", `"${word}" is parted into ${lines.size} lines in a box of ${Math.round(box.width)} px: ${words(element)}`]);
        break;
      }
    }
  }
  return faults;
}

const PANELS = "dialog[open], .sheet.open, .side, .guide, .prompt, .reply, .telling, .tip, .what, .strip li, .tabs, .asking, .card, .game, .top";
const BUTTONS = "button, .button, a.button, summary, select, [role=tab]";

function outside(found) {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(["outside", `the page is ${document.documentElement.scrollWidth - innerWidth} px wider than the window`]);
  for (const { element, box } of found) {
    const button = element.closest(BUTTONS);
    if (button && !element.matches("option") && !within(box, button.getBoundingClientRect(), 2) && !clipped(element, button))
      faults.push(["outside", `words leave their button: ${words(element)} (${round(box)} in ${round(button.getBoundingClientRect())})`]);
    if ((box.left < -SLACK || box.right > innerWidth + SLACK) && !scrolls(element, "x") && !clipped(element)) faults.push(["outside", `words beyond the window: ${words(element)} (${round(box)})`]);
    if ((box.top < -SLACK || box.bottom > innerHeight + SLACK) && !scrolls(element, "y")) faults.push(["outside", `words below the window, where nothing scrolls: ${words(element)} (${round(box)})`]);
    const panel = element.closest(PANELS);
    if (panel && !within(box, panel.getBoundingClientRect(), 3) && !scrolls(element, "y") && !clipped(element))
      faults.push(["outside", `words leave their panel: ${words(element)} (${round(box)} in ${round(panel.getBoundingClientRect())})`]);
  }
  const over = top_layer();
  for (const control of (over ?? document).querySelectorAll("button, .button, input, select, textarea")) {
    if (!shown(control)) continue;
    const box = control.getBoundingClientRect();
    if (!box.width || control.matches("input[type=radio], input[type=checkbox]")) continue;
    const beyond = box.left < -SLACK || box.right > innerWidth + SLACK ? "x" : box.top < -SLACK || box.bottom > innerHeight + SLACK ? "y" : "";
    if (beyond && !scrolls(control.parentElement, beyond)) faults.push(["outside", `a control beyond the window: ${words(control) || control.id || control.name} (${round(box)})`]);
  }
  return faults;
}

/** What shortens it on purpose: with dots, where the whole can be read by pressing it or in its title. */
function clipped(element, until = null) {
  for (let at = element; at && at !== until?.parentElement; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.textOverflow === "ellipsis" && style.overflowX === "hidden") return at;
  }
  return null;
}

function cut(found) {
  const faults = [];
  for (const { element, box } of found) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.position === "fixed" || /auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      const frame = at.getBoundingClientRect();
      if (style.textOverflow === "ellipsis" && at.closest("button, a, [title], .name, .title, th, .strip")) break;
      if (at.closest("button, .whole") && style.webkitLineClamp !== "none") break; // pressed, it is read whole
      if (box.bottom > frame.bottom + 3 || box.right > frame.right + 3 || box.left < frame.left - 3 || box.top < frame.top - 3) {
        if (meets(box, frame)) faults.push(["cut", `${words(element)} (${round(box)} in ${round(frame)} of ${at.id || at.className})`]);
        break;
      }
    }
  }
  return faults;
}

// The drawings

/** Where ink of an SVG text is, about: its box has room above and below the letters. */
function ink(text) {
  const box = text.getBoundingClientRect();
  const spare = 0.2 * box.height;
  return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare, width: box.width, height: box.height - 2 * spare };
}

function drawn_texts() {
  if (top_layer()) return [];
  return [...document.querySelectorAll("#board .now svg text, #hand > svg text")].filter((text) => words(text) && shown(text) && !text.closest(".layer")).map((text) => ({ text, box: ink(text), hand: Boolean(text.closest("#hand")) }));
}

function overlaps(found) {
  const faults = [];
  const drawn = drawn_texts();
  for (const [n, a] of drawn.entries())
    for (const b of drawn.slice(n + 1)) {
      if (a.hand !== b.hand || !meets(a.box, b.box)) continue;
      if (words(a.text) === words(b.text) && Math.abs(a.box.left - b.box.left) < 3 && Math.abs(a.box.top - b.box.top) < 3) continue; // a letter and its halo
      faults.push(["overlap", `"${words(a.text)}" and "${words(b.text)}" (${round(a.box)}, ${round(b.box)})`]);
    }
  const lines = found.filter(({ box }) => within_window(box)).flatMap(({ node, element }) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const end = clipped(element)?.getBoundingClientRect().right ?? Infinity; // behind the dots nothing is seen
    return [...range.getClientRects()].map((line) => ({ element, node, box: { left: line.left + 1, right: Math.min(line.right, end) - 1, top: line.top + 0.25 * line.height, bottom: line.bottom - 0.25 * line.height, width: line.width, height: line.height } }));
  });
  const visible = lines.filter(({ element, box }) => {
    if (scrolled_away(element, box)) return false;
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return at && (at === element || element.contains(at) || at.contains(element));
  });
  for (const [n, a] of visible.entries())
    for (const b of visible.slice(n + 1)) {
      if (a.node === b.node || !meets(a.box, b.box)) continue;
      faults.push(["overlap", `"${words(a.element)}" and "${words(b.element)}" (${round(a.box)}, ${round(b.box)})`]);
    }
  return faults;
}

function drawn_outside() {
  const faults = [];
  for (const { text, box, hand } of drawn_texts()) {
    const holder = document.getElementById(hand ? "hand" : "board");
    if (holder.classList.contains("tall") || holder.classList.contains("zoomed")) continue;
    const frame = holder.getBoundingClientRect();
    if (!within(box, frame, 2)) faults.push(["outside", `"${words(text)}" leaves the ${hand ? "hand" : "board"} (${round(box)} in ${round(frame)})`]);
    const button = text.closest("[data-move], [data-why], [data-again]");
    if (!hand || !button) continue;
    const shapes = [...button.querySelectorAll("rect, path, circle, polygon, ellipse")].map((shape) => shape.getBoundingClientRect()).filter((shape) => shape.width > 24 && shape.height > 16);
    if (!shapes.length || box.top >= Math.max(...shapes.map((each) => each.bottom)) - SLACK) continue; // a caption below it
    const around = {
      left: Math.min(...shapes.map((each) => each.left)),
      right: Math.max(...shapes.map((each) => each.right)),
      top: -Infinity,
      bottom: Infinity,
    };
    if (!within(box, around, 1)) faults.push(["outside", `"${words(text)}" is wider than its button in the hand (${round(box)})`]);
  }
  return faults;
}

/** What is pointed out or explained must not hide what is to be chosen. */
function covered() {
  if (top_layer()) return [];
  const faults = [];
  const lit = [...document.querySelectorAll("#board .now [data-move], #hand [data-move]")].filter(shown).map((target) => ({ target, box: target.getBoundingClientRect() }));
  for (const tip of document.querySelectorAll(".what:not([hidden])")) {
    const box = tip.getBoundingClientRect();
    const hidden = lit.filter((each) => meets(box, each.box));
    if (hidden.length) faults.push(["covered", `an explanation lies over ${hidden.map(({ target }) => target.dataset.move).slice(0, 3)}`]);
  }
  for (const ring of document.querySelectorAll("#board .ring, #board .mark")) {
    const outer = ring.getBoundingClientRect();
    const line = Math.max(3, parseFloat(getComputedStyle(ring).borderTopWidth) + 2);
    const bands = [
      { left: outer.left, right: outer.right, top: outer.top, bottom: outer.top + line },
      { left: outer.left, right: outer.right, top: outer.bottom - line, bottom: outer.bottom },
      { left: outer.left, right: outer.left + line, top: outer.top, bottom: outer.bottom },
      { left: outer.right - line, right: outer.right, top: outer.top, bottom: outer.bottom },
    ];
    for (const { target, box } of lit) {
      if (box.width > 0.3 * innerWidth) continue; // a shape around much of the board is seen all the same
      if (outer.left >= box.left && outer.right <= box.right && outer.top >= box.top && outer.bottom <= box.bottom) continue; // around what stands in the very place
      const w = 0.25 * box.width;
      const h = 0.25 * box.height;
      const inner = { left: box.left + w, right: box.right - w, top: box.top + h, bottom: box.bottom - h };
      if (bands.some((band) => meets(band, inner))) {
        faults.push(["covered", `a ${ring.className} (${round(outer)}) lies over ${target.dataset.move} (${round(box)})`]);
        break;
      }
    }
  }
  return faults;
}

// The board's size

/** Where the drawn board lies in the window, its shape, and how large it could be. */
function frame() {
  const holder = document.getElementById("board");
  const svg = holder?.querySelector(".now > svg, :scope > svg");
  if (!holder || !svg || !shown(holder)) return null;
  const box = holder.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(box.width / width, box.height / height);
  return { left: box.left + (box.width - scale * width) / 2, top: box.top + (box.height - scale * height) / 2, width: scale * width, height: scale * height, drawn: width };
}

function small_board() {
  const now = frame();
  if (!now || top_layer() || document.querySelector("#board.zoomed")) return [];
  const size = (selector) => {
    const boxes = [...document.querySelectorAll(selector)].filter(shown).map((each) => each.getBoundingClientRect());
    return { height: boxes.reduce((sum, each) => sum + each.height, 0), width: Math.max(0, ...boxes.map((each) => each.width)) };
  };
  const room =
    innerHeight <= LOW
      ? { width: innerWidth * (1 - BESIDE), height: innerHeight }
      : {
          width: innerWidth - size(".side").width,
          height:
            innerHeight - size(".top:not(.table:not(.practice) .top), .strip, .tabs").height - Math.min(size(".prompt, .telling, .reply").height, PROMPT * innerHeight) - Math.min(size("#hand").height, HAND * innerHeight) - 36,
        };
  const could = Math.min(room.width / now.width, room.height / now.height);
  if (could * LEAST <= 1) return [];
  return [["small", `the board is ${Math.round(now.width)}x${Math.round(now.height)} where ${Math.round(could * now.width)}x${Math.round(could * now.height)} would fit`]];
}

// Pressing

/** A spot of a place that is its own: its middle, or another spot where that is outside its shape. */
function spot_of(place) {
  const box = place.getBoundingClientRect();
  const pressed = (each) => getComputedStyle(each).fill !== "none" || each.getAttribute("pointer-events") === "all"; // a line has no inside
  const shapes = [place, ...place.querySelectorAll("*")].filter((each) => each instanceof SVGGeometryElement && pressed(each));
  const inside = (x, y) =>
    !shapes.length ||
    shapes.some((shape) => {
      const matrix = shape.getScreenCTM();
      return matrix !== null && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()));
    });
  for (const [fx, fy] of [[0.5, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.5], [0.7, 0.5]]) {
    const x = box.left + fx * box.width;
    const y = box.top + fy * box.height;
    if (inside(x, y)) return { x, y };
  }
  return null;
}

const PLACES = "[data-move], [data-why], [data-again]";

/** The places of the board whose middle does not answer for them, by mouse and by finger. */
function presses() {
  if (top_layer()) return [];
  const faults = [];
  const board = document.getElementById("board");
  const places = [...(board?.querySelectorAll(PLACES) ?? [])].filter((place) => shown(place) && !place.closest(".unlit"));
  // Nothing has changed since the last look: neither have the answers.
  const seen = places.map((place) => Object.values(place.dataset).join() + round(place.getBoundingClientRect())).join(";");
  if (board?.dataset.looked === seen) return faults;
  if (board) board.dataset.looked = seen;
  const name = (place) => (place ? (place.dataset.move ?? place.dataset.again ?? place.dataset.why ?? place.dataset.as) : "nothing");
  for (const place of places) {
    const spot = spot_of(place);
    if (!spot || !within_window({ left: spot.x, right: spot.x, top: spot.y, bottom: spot.y })) continue;
    const at = document.elementFromPoint(spot.x, spot.y);
    const under = at?.closest(`${PLACES}, [data-as]`) ?? null;
    if (name(under) !== name(place)) {
      faults.push(["press", `the middle of ${name(place)} belongs to ${name(under)}`]);
      continue;
    }
    const finger = (kind) => at.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, pointerType: "touch", isPrimary: true, pointerId: 9, clientX: spot.x, clientY: spot.y }));
    finger("pointerdown");
    const aimed = board.querySelector(".aimed");
    finger("pointercancel");
    if (aimed && name(aimed) !== name(place)) faults.push(["press", `a finger in the middle of ${name(place)} presses ${name(aimed)}`]);
  }
  return faults;
}

const MOST = 4; // of one kind that are told at one moment; the rest are counted

/** All faults of the page as it is shown now, the first few of each kind. */
function faults() {
  const found = texts();
  const checks = [parted_words(found), outside(found), cut(found), overlaps(found), drawn_outside(), covered(), small_board(), presses()];
  return checks.flatMap((check) => (check.length > MOST ? [...check.slice(0, MOST), [check[0][0], `and ${check.length - MOST} more like it`]] : check));
}
