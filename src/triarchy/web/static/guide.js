// A first game with help: what I may do, why I would, and what the others did, as it happens. Offered
// before the first game of its kind, and switched off at any time.

import { ask, askWhenReady, at, button, byId, dialog, go, icon, language, make, memory, refusal, say } from "./core.js";
import { beginHere } from "./device.js";

const TURNS = 6; // own turns that are explained

/** @param {string} table */
const name = (table) => `guide.${table}`;

/**
 * Ask who has not played a game here whether the first one should be explained.
 * @param {string} game
 * @param {string} title
 * @returns {Promise<"guided" | "plain" | null>} null: thought better of it
 */
export async function offerGuide(game, title) {
  if (memory.get(`played.${game}`) !== null) return "plain";
  const body = make(
    "div",
    { class: "stack" },
    make("p", {}, say("New to this game? We can explain the first turns as you play, against easy bots. You can switch the help off at any time.")),
    make("p", {}, make("a", { class: "button quiet", href: at(`/learn/${game}`) }, icon("rules"), say("Lessons first"))),
    make(
      "div",
      { class: "actions" },
      button(say("Just play"), () => opened.close("plain")),
      button(say("With help"), () => opened.close("guided"), { kind: "primary", symbol: "hint" }),
    ),
  );
  /** @type {Dialog} */
  const opened = dialog(say("Your first game of {game}", { game: title }), body);
  const answer = await opened.closed;
  return answer === "plain" || answer === "guided" ? answer : null;
}

/**
 * A new table against bots: with help easy ones, as many as teach the game best, else as was chosen.
 * @param {DOMStringMap} facts `game`, how many can play it, at the `least`, and how many learn it best (`first`)
 * @param {boolean} guided
 * @param {{ count?: number, strength?: string, device?: boolean }} [choice] how many play, how strong the bots are, whether
 * all of it happens on this device
 */
export async function playBots({ game = "", least, first }, guided, { count, strength, device = false } = {}) {
  const bots = (guided ? Number(first ?? least) : count ?? Number(least)) - 1;
  const reader = document.documentElement.dataset.reader;
  const me = reader && !device ? { kind: "me" } : { kind: "me", name: reader || say("Guest") };
  const seats = [me, ...Array(bots).fill({ kind: "bot", strength: guided ? "easy" : strength })];
  const body = { game, seats, lot: true };
  memory.set(`played.${game}`, "yes");
  if (device) beginHere(body, guided);
  else await begin(body, guided);
}

/**
 * Open a table and go there.
 * @param {unknown} body
 * @param {boolean} guided
 */
export async function begin(body, guided) {
  /** @type {Api.Table} */
  const table = await askWhenReady("/api/tables", { method: "POST", body });
  if (guided) memory.set(name(table.id), "on");
  go(`/table/${table.id}`);
}

/**
 * The first paragraph of a section, with the list that follows it.
 * @param {string[]} paragraphs
 */
function beginning(paragraphs) {
  const isItem = (/** @type {string} */ text) => text.startsWith("- ");
  const rest = paragraphs.slice(1);
  const end = rest.findIndex((text) => !isItem(text));
  const items = end < 0 ? rest : rest.slice(0, end);
  const list = items.length ? [make("ul", {}, ...items.map((text) => make("li", {}, text.slice(2))))] : [];
  return [make("p", {}, make("b", {}, say("What you can do: ")), paragraphs[0]), ...list];
}

/** The help beside a running game. */
export class Guide {
  /**
   * @param {string} table
   * @param {() => void} hint asks for a good move and its reason
   */
  constructor(table, hint) {
    this.table = table;
    this.hint = hint;
    this.on = memory.get(name(table)) === "on";
    /** @type {Set<number>} */
    this.turns = new Set();
    /** @type {Promise<Api.RulesText> | null} */
    this.rules = null;
    this.element = make("section", { class: "guide", "aria-label": say("Help with your first game") });
    this.opener = button("", () => this.fold(!this.element.classList.contains("folded")), { kind: "quiet unfold", symbol: "hint", "aria-expanded": "true", "aria-label": say("Help") });
  }

  /** @param {Api.Screen} screen */
  async show(screen) {
    if (!this.on) return;
    if (screen.your_turn && !this.turns.has(screen.turn)) this.fold(false);
    if (screen.your_turn) this.turns.add(screen.turn);
    if (this.turns.size > TURNS || screen.result) {
      this.end();
      return;
    }
    if (!this.element.isConnected) {
      byId("prompt-bar").after(this.element);
      byId("hint").after(this.opener);
    }
    byId("table").classList.add("guided");
    const words = make("div", { class: "words", tabindex: 0 }, ...this.did(screen), ...(await this.may(screen)));
    this.element.replaceChildren(words, this.buttons(screen));
  }

  /**
   * What the others did since the reader's last move.
   * @param {Api.Screen} screen
   */
  did(screen) {
    const last = screen.log.findLastIndex((line) => screen.held.includes(line.seat));
    const lines = screen.log.slice(last + 1).slice(-3);
    return lines.length ? [make("p", {}, make("b", {}, say("What they did: ")), lines.map((line) => line.text).join(" "))] : [];
  }

  /**
   * What there is to do now, in the words of the rules.
   * @param {Api.Screen} screen
   */
  async may(screen) {
    if (!screen.your_turn) return [make("p", {}, say("It is not your turn: watch what happens."))];
    try {
      this.rules ??= ask(`/api/games/${screen.table.game}/rules`, { query: { language } });
      const { sections } = await this.rules;
      const section = sections.find((each) => each.anchor === screen.help);
      return section ? beginning(section.paragraphs) : [];
    } catch (error) {
      refusal(error);
      return [];
    }
  }

  /** @param {Api.Screen} screen */
  buttons(screen) {
    const [why, fold, off] = [say("A good move, and why"), say("To your hand"), say("Turn the help off")];
    return make(
      "div",
      { class: "bar" },
      screen.your_turn && screen.table.hints && button(why, () => this.advise(), { symbol: "hint", "aria-label": why }),
      button(fold, () => this.fold(true), { kind: "fold", symbol: "check", "aria-label": fold }),
      button(off, () => this.end(), { kind: "quiet", symbol: "close", "aria-label": off }),
    );
  }

  /** The advised piece is lit in the hand, which has to be seen for it. */
  advise() {
    this.fold(true);
    this.hint();
  }

  /**
   * On a phone the help lies over the hand, and makes room for it.
   * @param {boolean} away
   */
  fold(away) {
    this.element.classList.toggle("folded", away);
    this.opener.setAttribute("aria-expanded", String(!away));
  }

  end() {
    this.on = false;
    memory.set(name(this.table), "off");
    this.element.remove();
    this.opener.remove();
    byId("table").classList.remove("guided");
  }
}
