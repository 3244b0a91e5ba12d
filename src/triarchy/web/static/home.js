// The home page: examples that play themselves, one click to a game, the lists of tables.

import { animate, places, replace } from "./board/animate.js";
import { drawn, fetchBy, prepare } from "./board/sheets.js";
import { ask, askWhenReady, busy, byId, calm, icon, isDark, isPhone, language, make, memory, preparing, refusal, say, toast } from "./core.js";
import { takeWish } from "./device.js";
import { begin, offerGuide, playBots } from "./guide.js";
import { edited } from "./screen_store.js";
import { settingsButton } from "./settings.js";
import { alone } from "./site.js";

fetchBy(askWhenReady);

/** @typedef {import("./board/scene.js").Picture} Picture */

const SECONDS = 20; // how long an example takes

/** A real game that plays itself on a card: once at the first visit, later when asked. */
class Example {
  /**
   * @param {HTMLElement} card
   * @param {Api.GameFacts} facts
   */
  constructor(card, facts) {
    this.holder = within(card, ".frame");
    this.button = within(card, ".film");
    this.game = facts.game;
    this.frames = facts.example;
    this.frame = -1;
    this.timer = 0;
    /** @type {Promise<Picture[]> | null} all drawings, once it plays */
    this.film = null;
    this.button.addEventListener("click", () => (this.timer ? this.stop() : this.play()));
  }

  query() {
    // Wide enough for the desktop's drawing of the map: a phone's would be cut off by the card.
    return { width: 640, language, dark: isDark() };
  }

  /**
   * One drawing; all of them come by one request, told by what changes from each to the next.
   * @param {number} frame
   * @returns {Promise<Picture>}
   */
  async fetch(frame) {
    if (!this.film) return askWhenReady(`/api/games/${this.game}/example`, { query: { ...this.query(), frame } });
    return (await this.film)[frame] ?? "";
  }

  /** @returns {Promise<Picture[]>} */
  async fetchFilm() {
    /** @type {Api.Film} */
    const { first, edits } = await askWhenReady(`/api/games/${this.game}/film`, { query: this.query() });
    await prepare(first);
    const frames = [first];
    for (const changes of edits) frames.push(edited(frames.at(-1) ?? "", changes));
    return frames;
  }

  /** @param {number} frame */
  async show(frame) {
    const svg = drawn(await this.fetch(frame), false);
    svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
    const before = places(this.holder);
    replace(this.holder, svg);
    this.frame = frame;
    await animate(before, [this.holder]);
  }

  async play() {
    if (this.frame >= this.frames - 1) this.frame = -1;
    this.film ??= this.fetchFilm();
    this.label(say("Stop the example"), "pause");
    const step = async () => {
      try {
        await this.show(this.frame + 1);
      } catch {
        this.stop();
      }
      if (!this.timer) return;
      if (this.frame >= this.frames - 1) this.stop();
      else this.timer = setTimeout(step, (SECONDS * 1000) / this.frames);
    };
    this.timer = setTimeout(step, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.label(say("Play the example"), "play");
  }

  /**
   * @param {string} words
   * @param {string} symbol
   */
  label(words, symbol) {
    this.button.hidden = false;
    this.button.setAttribute("aria-label", words);
    this.button.replaceChildren(icon(symbol));
  }

  redraw() {
    this.film = this.film && this.fetchFilm();
    this.show(Math.max(this.frame, 0)).catch(() => {});
  }
}

/**
 * A part of a card that the template has put there.
 * @param {HTMLElement} card
 * @param {string} selector
 */
function within(card, selector) {
  return /** @type {HTMLElement} */ (card.querySelector(selector));
}

async function showGames() {
  /** @type {Api.GamesFacts} */
  const { games } = await askWhenReady("/api/games");
  // Where there is no server, the film waits for who wants it.
  const first = memory.get("seen") === null && !calm() && !alone;
  /** @type {Example[]} */
  const examples = [];
  for (const facts of games) {
    /** @type {HTMLElement | null} */
    const card = document.querySelector(`.game[data-game="${CSS.escape(facts.game)}"]`);
    if (!card || !facts.example) continue;
    const example = new Example(card, facts);
    examples.push(example);
    if (first) example.play();
    else example.show(Math.round(facts.example * 0.6)).then(() => example.stop()).catch(() => {});
  }
  memory.set("seen", "yes");
  return examples;
}

/**
 * How many play and how strong the bots are, as chosen on the card.
 * @param {HTMLElement} card
 */
function chosen(card) {
  /** @type {HTMLSelectElement | null} */
  const count = card.querySelector("select.count");
  /** @type {HTMLSelectElement | null} */
  const strength = card.querySelector("select.strength");
  return { count: Number(count?.value ?? card.dataset.least), strength: strength?.value };
}

/**
 * The choice beside "Play now" is kept on this device.
 * @param {HTMLElement} card
 */
function keepChoice(card) {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const fields = card.querySelectorAll("select");
  for (const field of fields) {
    const name = `play.${card.dataset.game}.${field.className}`;
    const known = memory.get(name);
    if (known !== null && [...field.options].some((option) => option.value === known)) field.value = known;
    field.addEventListener("change", () => memory.set(name, field.value));
  }
}

/**
 * One click: you against as many bots, and as strong ones, as the card says.
 * @param {HTMLElement} card
 * @param {boolean} device whether all of it happens on this device
 */
async function playNow(card, device) {
  const wish = await offerGuide(card.dataset.game ?? "", within(card, "h2").textContent ?? "");
  if (wish !== null) await playBots(card.dataset, wish === "guided", { ...chosen(card), device });
}

/**
 * What a list says of a table, and how.
 * @param {Api.Table} table
 */
function tableState(table) {
  if (table.status === "record") return [say("Game file"), ""];
  if (table.status === "over") return [say("Finished"), ""];
  if (table.status === "closed") return [say("Closed"), ""];
  if (table.status === "open") {
    const free = table.seats.filter((seat) => seat.kind === "open").length;
    return [free === 1 ? say("1 seat free") : say("{count} seats free", { count: free }), ""];
  }
  if (table.your_turn) return [say("Your turn"), "yours"];
  const mover = table.seats.find((seat) => seat.seat === table.to_move);
  return [mover ? say("{name} to move", { name: mover.name }) : say("Playing"), ""];
}

/** @param {Api.Table} table */
function tableRow(table) {
  const [words, kind] = tableState(table);
  const address = ["record", "closed"].includes(table.status) ? `/replay/${table.id}` : `/table/${table.id}`;
  const free = table.status === "record" ? "" : say("free seat");
  const who = table.seats.map((seat) => (seat.you ? say("you") : seat.name || free)).filter(Boolean).join(", ");
  return make(
    "li",
    {},
    make(
      "a",
      { href: address },
      make("span", {}, make("strong", {}, table.name || table.title), table.name ? ` · ${table.title}` : ""),
      make("span", { class: "who" }, who),
      make("span", { class: `state ${kind}` }, words),
    ),
  );
}

const AT_FIRST = 12; // so many tables of a list are shown before more are asked for

async function showTables() {
  /** @type {Api.TableLists} */
  const { mine, more, open } = await ask("/api/tables");
  /**
   * @param {string} id
   * @param {Api.Table[]} tables
   * @param {string} empty
   */
  const fill = (id, tables, empty) => {
    const rows = tables.length ? tables.map(tableRow) : [make("li", { class: "empty" }, empty)];
    byId(id).replaceChildren(...rows);
  };
  const waiting = mine.filter((table) => table.your_turn);
  const mineFirst = [...waiting, ...mine.filter((table) => !table.your_turn)];
  // On a phone a table that waits for the reader stands above everything else.
  if (waiting.length && isPhone()) byId("games").before(byId("lists"));
  fill("mine", mineFirst.slice(0, AT_FIRST), say("No tables yet. Pick a game above to start one."));
  offerMore(mineFirst.slice(AT_FIRST), mine.length, more);
  fill("open", open.slice(0, AT_FIRST), say("Nobody is waiting for players right now. Open a table with friends and let others join."));
}

/**
 * The reader's other tables, one page after the other.
 * @param {Api.Table[]} others known and not shown yet
 * @param {number} known how many have been asked for
 * @param {boolean} more whether there are still others
 */
function offerMore(others, known, more) {
  const button = byId("more");
  button.hidden = !others.length && !more;
  button.onclick = () =>
    busy(button, async () => {
      if (others.length) {
        byId("mine").append(...others.map(tableRow));
        offerMore([], known, more);
        return;
      }
      /** @type {Api.TableLists} */
      const page = await ask("/api/tables", { query: { skip: known } });
      byId("mine").append(...page.mine.map(tableRow));
      offerMore([], known + page.mine.length, page.more);
    });
}

async function start() {
  /** @type {Example[]} */
  let examples = [];
  settingsButton(() => examples.forEach((example) => example.redraw()));
  /** @type {NodeListOf<HTMLElement>} */
  const cards = document.querySelectorAll(".game");
  for (const card of cards) {
    keepChoice(card);
    const play = within(card, ".play");
    play.addEventListener("click", () => busy(play, () => playNow(card, false)));
    const device = card.querySelector(".on-device");
    device?.addEventListener("click", (event) => {
      event.preventDefault();
      busy(device, () => playNow(card, true));
    });
  }
  const wish = alone ? takeWish() : null;
  if (wish) begin(wish.table, wish.guided).catch((error) => toast(refusal(error).message));
  showTables().catch(() => {});
  addEventListener("pageshow", (event) => event.persisted && showTables().catch(() => {}));
  /** @type {Api.ServerStatus | null} */
  const status = alone ? null : await ask("/api/status").catch(() => null);
  if (status && !status.ready) preparing.start();
  examples = await showGames();
}

start();
