// Positions to study: any position document or record, or one set up by hand, played on by the rules,
// judged on demand.
// Nothing is kept on the server; the link to a position holds all of it.

import { SetUp } from "./analyse_setup.js";
import { BoardView } from "./board/board.js";
import { fetchBy } from "./board/sheets.js";
import { askWhenReady, at, button, byId, closest, dialog, fieldById, isDark, language, linkTo, make, refusal, say } from "./core.js";
import { playOn } from "./play_on.js";
import { settingsButton } from "./settings.js";
import { linkToShare } from "./sharing.js";
import { thinking } from "./thinking.js";
import { Typing } from "./typed.js";
import { BoardWords } from "./words.js";

fetchBy(askWhenReady);

const view = new BoardView(byId("board"), byId("hand"));
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));

/** What was opened: a position or a record. @type {Record<string, unknown> | null} */
let opened = null;
/** Of a record, the move after which it is shown. @type {number | null} */
let number = null;
/** What was played from there. @type {string[]} */
let moves = [];
/** @type {Api.StudiedPosition | null} */
let shown = null;
let asked = 0;

const setUp = new SetUp(byId("setup"), view, {
  query: () => look(),
  complain,
  changed: (answer) => {
    opened = answer.position;
    [number, moves] = [null, []];
    if (shown) shown = { ...shown, position: answer.position };
    text.value = JSON.stringify(answer.position, null, 1);
    byId("judged").replaceChildren();
    byId("prompt").textContent = say("Set up the position; the rules check every change.");
    mode();
  },
});

/** The page says whether a position is set up or played on. */
function mode() {
  const on = setUp.shown !== null;
  byId("analyse").classList.toggle("setting-up", on);
  byId("set-up").hidden = on;
  byId("set-up-done").hidden = !on;
  buttonById("set-up").disabled = !shown?.settable;
  buttonById("judge").disabled = shown?.to_move === null || !shown;
  buttonById("play-on").disabled = shown?.to_move === null || !shown;
  buttonById("share").disabled = !shown;
  buttonById("undo").disabled = on ? setUp.before.length === 0 : moves.length === 0;
}

/** @param {string} id */
function buttonById(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

const inWords = new BoardWords(() => shown && !setUp.shown && show(wish()));
const look = () => ({ language, width: view.width, hand: view.handWidth, dark: isDark(), words: inWords.on || null });
const wish = () => ({ document: opened, number, moves });

/** @param {string} sentence */
function complain(sentence) {
  byId("wrong").textContent = sentence;
  byId("wrong").hidden = !sentence;
}

/**
 * Show what is opened, after the moves played; what cannot be is said, and nothing changes.
 * @param {{ document: Record<string, unknown> | null, number: number | null, moves: string[] }} next
 */
async function show(next) {
  const mine = ++asked;
  unopened(false); // the drawing is asked for as large as its frame will be
  try {
    const position = await askWhenReady("/api/analyse", { method: "POST", body: next, query: look() });
    if (mine !== asked) return;
    ({ document: opened, moves } = next);
    number = position.last ? position.number : null;
    shown = position;
    complain("");
    thinking.prepare();
    byId("game-title").textContent = position.title;
    byId("prompt").textContent = [...position.lines.slice(-1), position.screen.prompt].join(" ");
    byId("judged").replaceChildren();
    text.value = JSON.stringify(position.position, null, 1);
    fieldById("number").max = String(position.last);
    fieldById("number").value = String(position.number);
    byId("of").textContent = `${position.number} / ${position.last}`;
    byId("slider").hidden = position.last === 0;
    setUp.end();
    mode();
    inWords.show(position.screen.words);
    await view.show(position.screen.board, position.screen.hand, { moving: moves.length > 0 });
    for (const target of view.targets) target.setAttribute("aria-label", position.screen.names[target.dataset.move ?? ""] ?? target.getAttribute("aria-label"));
  } catch (error) {
    if (mine !== asked) return;
    complain(refusal(error).message);
    unopened(!shown);
  }
}

/**
 * Whether there is no position yet: then no room is kept for a board.
 * @param {boolean} yes
 */
function unopened(yes) {
  byId("analyse").classList.toggle("unopened", yes);
}

/** @param {string} words */
function open(words) {
  let found;
  try {
    found = JSON.parse(words);
  } catch {
    complain(say("This is not JSON."));
    return;
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) complain(say("A position or a game file is a JSON object, in braces."));
  else show({ document: found, number: null, moves: [] });
}

async function judge() {
  const before = asked;
  byId("judged").replaceChildren(make("p", {}, say("Thinking…")));
  try {
    const judged = (await thinking.ask({ kind: "judge", wish: wish(), language })) ?? (await askWhenReady("/api/analyse/judge", { method: "POST", body: wish(), query: { language } }));
    if (before === asked) tell(judged);
  } catch (error) {
    byId("judged").replaceChildren(make("p", { class: "note wrong" }, refusal(error).message));
  }
}

/** @param {Api.StudiedChances} judged */
function tell(judged) {
  const names = shown?.names ?? [];
  byId("judged").replaceChildren(
    make("h2", {}, say("Win chances")),
    make("ul", {}, ...judged.chances.map((chance, seat) => make("li", {}, `${names[seat]}: ${chance}`))),
    make("h2", {}, say("Best turns")),
    ...judged.turns.map((turn) => make(
      "div",
      { class: "better" },
      make("p", {}, make("strong", {}, turn.behind)),
      ...turn.lines.map((line) => make("p", {}, line)),
      ...turn.why.map((line) => make("p", { class: "why" }, line)),
      button(say("Play this turn"), () => show({ ...wish(), moves: [...moves, ...turn.moves] }), { kind: "quiet", symbol: "play" }),
    )),
    make("p", { class: "aside" }, judged.about),
  );
}

async function share() {
  if (!shown) return;
  const packed = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(shown.position))));
  const link = linkTo(`/analyse#${packed.replaceAll("+", "-").replaceAll("/", "_")}`);
  const address = at(`/api/analyse/picture?${new URLSearchParams({ language })}`);
  const picture = fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ document: shown.position }) });
  const save = make("p", {}, say("Drawing the picture…"));
  dialog(
    say("Share this position"),
    make("div", { class: "stack" }, make("p", {}, say("The link holds the whole position, hands and all.")), linkToShare(link, say("Link to this position")), save),
  );
  try {
    const answer = await picture;
    if (!answer.ok) throw new Error(answer.statusText);
    const source = await dataAddress(await answer.blob());
    save.replaceWith(
      make("img", { src: source, alt: say("The position as a picture"), width: 1200, height: 630, class: "shared-picture" }),
      make("a", { class: "button", href: source, download: "position.png" }, say("Save as a picture")),
    );
  } catch {
    save.textContent = say("The picture could not be drawn. Please try again.");
  }
}

/**
 * What a file holds, as an address that a strict page may show.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
function dataAddress(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function fromLink() {
  const packed = location.hash.slice(1);
  if (!packed) return;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    open(new TextDecoder().decode(bytes));
  } catch {
    complain(say("This link holds no position."));
  }
}

byId("analyse").addEventListener("click", (event) => {
  const begin = closest(event, "[data-begin]");
  if (begin) show({ document: { game: begin.dataset.begin, players: Number(begin.dataset.players) }, number: null, moves: [] }).then(() => {
    // The deal is kept from here on: another question would deal anew.
    if (shown) opened = shown.position;
    scrollTo(0, 0);
  });
  const target = closest(event, "#board [data-move], #hand [data-move]");
  if (target?.dataset.move && shown) show({ ...wish(), moves: [...moves, target.dataset.move] });
});
byId("analyse").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const target = closest(event, "#board [data-move], #hand [data-move]");
  if (!target?.dataset.move) return;
  event.preventDefault();
  show({ ...wish(), moves: [...moves, target.dataset.move] });
});
const typing = new Typing({
  moves: () => shown?.screen.moves ?? [],
  known: () => Object.keys(shown?.screen.names ?? {}),
  play: async (move) => {
    await show({ ...wish(), moves: [...moves, move] });
    return Boolean(byId("wrong").hidden);
  },
  why: async () => say("This move is not possible now."),
  tell: (sentence) => (byId("prompt").textContent = sentence),
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || closest(event, "input, textarea") || !shown) return;
  inWords.want();
  if (event.key.toLowerCase() === "b") inWords.open();
  else if (event.key === "/") {
    event.preventDefault();
    typing.open();
  }
});
byId("open").addEventListener("submit", (event) => {
  event.preventDefault();
  open(text.value);
});
fieldById("file").addEventListener("change", async () => {
  const file = fieldById("file").files?.[0];
  if (file) open(await file.text());
});
byId("number").addEventListener("input", () => show({ document: opened, number: Number(fieldById("number").value), moves: [] }));
byId("judge").addEventListener("click", judge);
byId("undo").addEventListener("click", () => (setUp.shown ? setUp.back() : show({ ...wish(), moves: moves.slice(0, -1) })));
byId("set-up").addEventListener("click", () => setUp.begin(wish()));
byId("set-up-done").addEventListener("click", () => show(wish()));
byId("share").addEventListener("click", share);
byId("play-on").addEventListener("click", () => shown && playOn({ position: shown.position }));
settingsButton(() => shown && (setUp.shown ? setUp.ask({ document: opened }) : show(wish())));
addEventListener("hashchange", fromLink);
fromLink();
