// The home page: examples that play themselves, one click to a game, the lists of tables.

import { animate, places, replace } from "./animate.js";
import { ask, askWhenReady, busy, calm, drawing, icon, isDark, language, make, memory, preparing, say } from "./core.js";
import { settingsButton } from "./settings.js";

const SECONDS = 20; // how long an example takes

/** A real game that plays itself on a card: once at the first visit, later when asked. */
class Example {
  constructor(card, facts) {
    this.holder = card.querySelector(".frame");
    this.button = card.querySelector(".film");
    this.game = facts.game;
    this.frames = facts.example;
    this.frame = -1;
    this.timer = 0;
    this.cache = new Map();
    this.button.addEventListener("click", () => (this.timer ? this.stop() : this.play()));
  }

  async fetch(frame) {
    if (!this.cache.has(frame)) {
      // Wide enough for the desktop's drawing of the map: a phone's would be cut off by the card.
      const query = { frame, width: 640, language, dark: isDark() };
      this.cache.set(frame, askWhenReady(`/api/games/${this.game}/example`, { query }));
    }
    return this.cache.get(frame);
  }

  async show(frame) {
    const svg = drawing(await this.fetch(frame));
    svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
    const before = places(this.holder);
    replace(this.holder, svg);
    this.frame = frame;
    await animate(before, [this.holder]);
  }

  async play() {
    if (this.frame >= this.frames - 1) this.frame = -1;
    this.label(say("Stop the example"), "pause");
    const step = async () => {
      try {
        await this.show(this.frame + 1);
        if (this.frame + 1 < this.frames) this.fetch(this.frame + 1).catch(() => {});
      } catch {
        return this.stop();
      }
      if (!this.timer) return null;
      if (this.frame >= this.frames - 1) return this.stop();
      this.timer = setTimeout(step, (SECONDS * 1000) / this.frames);
      return null;
    };
    this.timer = setTimeout(step, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.label(say("Play the example"), "play");
  }

  label(words, symbol) {
    this.button.hidden = false;
    this.button.setAttribute("aria-label", words);
    this.button.replaceChildren(icon(symbol));
  }

  redraw() {
    this.cache.clear();
    this.show(Math.max(this.frame, 0)).catch(() => {});
  }
}

async function showGames() {
  const { games } = await askWhenReady("/api/games");
  const first = memory.get("seen") === null && !calm();
  const examples = [];
  for (const facts of games) {
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

/** One click: you against normal bots, four at the table where the game has room. */
async function playNow(card) {
  const bots = Math.min(Number(card.dataset.most), 4) - 1;
  const me = document.documentElement.dataset.reader ? { kind: "me" } : { kind: "me", name: say("Guest") };
  const seats = [me, ...Array(bots).fill({ kind: "bot", strength: "normal" })];
  const table = await askWhenReady("/api/tables", { method: "POST", body: { game: card.dataset.game, seats } });
  location.href = `/table/${table.id}`;
}

function tableState(table) {
  if (table.status === "record") return [say("Record"), ""];
  if (table.status === "over") return [say("Finished"), ""];
  if (table.status === "closed") return [say("Closed"), ""];
  if (table.status === "open") {
    const free = table.seats.filter((seat) => seat.kind === "open").length;
    return [free === 1 ? say("1 seat free") : say("{count} seats free", { count: free }), ""];
  }
  if (table.your_turn) return [say("Your turn"), "yours"];
  const mover = table.seats.find((seat) => seat.seat === table.to_move);
  return [mover ? say("{name} is to move", { name: mover.name }) : say("Playing"), ""];
}

function tableRow(table) {
  const [words, kind] = tableState(table);
  const address = ["record", "closed"].includes(table.status) ? `/replay/${table.id}` : `/table/${table.id}`;
  const who = table.seats.map((seat) => (seat.kind === "open" ? say("free seat") : seat.you ? say("you") : seat.name)).join(", ");
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

async function showTables() {
  const { mine, open } = await ask("/api/tables");
  const fill = (id, tables, empty) => {
    const rows = tables.length ? tables.map(tableRow) : [make("li", { class: "empty" }, empty)];
    document.getElementById(id).replaceChildren(...rows);
  };
  fill("mine", mine.slice(0, 12), say("None yet. One click above starts a game."));
  fill("open", open.slice(0, 12), say("Nobody is waiting for players just now. Open a table with friends and let others join."));
}

async function start() {
  let examples = [];
  settingsButton(() => examples.forEach((example) => example.redraw()));
  for (const card of document.querySelectorAll(".game")) {
    const play = card.querySelector(".play");
    play.addEventListener("click", () => busy(play, () => playNow(card)));
  }
  showTables().catch(() => {});
  addEventListener("pageshow", (event) => event.persisted && showTables().catch(() => {}));
  const status = await ask("/api/status").catch(() => null);
  if (status && !status.ready) preparing.start();
  examples = await showGames();
}

start();
