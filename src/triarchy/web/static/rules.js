// The rulebook: a page of its own, and a drawer at the table that opens at what is to be done now. The strategy guide: a page.

import { askWhenReady, busy, byId, closest, dialog, fragment, go, isDark, make, refusal, say, toast } from "./core.js";
import { settingsButton } from "./settings.js";

const NARROW = "(max-width: 560px)";

/**
 * A table against bots that begins with a figure; whoever presses plays the seat it is about.
 * @param {HTMLElement} pressed
 */
async function playFigure(pressed) {
  const game = /** @type {HTMLElement} */ (pressed.closest("[data-game]")).dataset.game;
  const own = Number(pressed.dataset.seat);
  const named = document.documentElement.dataset.reader ? {} : { name: say("Guest") };
  const seats = Array.from({ length: Number(pressed.dataset.players) }, (_, seat) => (seat === own ? { kind: "me", ...named } : { kind: "bot" }));
  try {
    /** @type {Api.Table | null} */
    const table = await busy(pressed, () => askWhenReady("/api/tables", { method: "POST", body: { game, seats, start: pressed.dataset.figure } }));
    if (table) go(`/table/${table.id}`);
  } catch (error) {
    toast(refusal(error).message);
  }
}

/**
 * The text with its figures, drawn for the page as it looks now.
 * @param {string} game
 * @param {string} text "rules" or "strategy"
 */
const rulebook = (game, text = "rules") => fragment(`/${text}/${game}/text?dark=${isDark()}&narrow=${isNarrow()}`);

const isNarrow = () => matchMedia(NARROW).matches;

/** Exchange the figures where they were drawn for another look: the server does not know a device's. */
async function redraw() {
  const holder = byId("rulebook");
  const figure = holder.querySelector("figure");
  const { game, text } = /** @type {HTMLElement} */ (holder.querySelector("[data-game]")).dataset;
  if (!game || !figure) return;
  if (figure.classList.contains("dark") === isDark() && figure.classList.contains("narrow") === isNarrow()) return;
  holder.replaceChildren(await rulebook(game, text));
}

/** @param {Element} holder */
function listen(holder) {
  holder.addEventListener("click", (event) => {
    const pressed = closest(event, "[data-figure]");
    if (pressed) playFigure(pressed);
  });
}

/**
 * @param {string} game
 * @param {string} title
 * @param {string} anchor the section to open at; "" for the beginning
 */
export async function openRules(game, title, anchor) {
  const content = make("div", { class: "rules-drawer" }, await rulebook(game));
  listen(content);
  // A section is scrolled to without an entry in the history: Back closes the drawer.
  content.addEventListener("click", (event) => {
    const link = closest(event, 'a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    content.querySelector(link.getAttribute("href") ?? "")?.scrollIntoView({ block: "start" });
  });
  const links = make(
    "p",
    { class: "bar" },
    make("a", { class: "button", href: `/learn/${game}`, target: "_blank" }, say("Learn by playing")),
    make("a", { class: "button", href: `/puzzles/${game}`, target: "_blank" }, say("Puzzles")),
    make("a", { class: "button", href: `/rules/${game}`, target: "_blank" }, say("Open full page")),
    make("a", { class: "button", href: `/legend/${game}`, target: "_blank" }, say("Symbols")),
  );
  content.prepend(links);
  dialog(say("Rules of {game}", { game: title }), content, { kind: "drawer wide" });
  /** @type {HTMLElement | null} */
  const here = anchor ? content.querySelector(`#rule-${CSS.escape(anchor)}`) : null;
  if (!here) return;
  here.classList.add("here");
  here.querySelector("h2")?.append(" ", make("small", {}, say("now")));
  here.scrollIntoView({ block: "start" });
  here.focus({ preventScroll: true });
}

/** Print nothing but the summary, if the rulebook has one. */
function summary() {
  if (!document.getElementById("rule-summary")) return;
  const print = byId("print");
  print.hidden = false;
  print.addEventListener("click", () => {
    document.documentElement.classList.add("summary-only");
    window.print();
    document.documentElement.classList.remove("summary-only");
  });
}

if (["rules", "strategy"].includes(document.documentElement.dataset.page ?? "")) {
  const again = () => redraw().catch((error) => toast(refusal(error).message));
  settingsButton(again);
  for (const look of ["(prefers-color-scheme: dark)", NARROW]) matchMedia(look).addEventListener("change", again);
  again();
  listen(byId("main"));
  summary();
}
