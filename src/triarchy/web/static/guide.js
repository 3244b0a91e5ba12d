// A first game with help: what I may do, why I would, and what the others did, as it happens. Offered
// before the first game of its kind, and switched off at any time.

import { ask, askWhenReady, button, byId, dialog, language, make, memory, refusal, say } from "./core.js";

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
    make("p", {}, say("You have not played this game here yet. Shall the first turns be explained as they happen? With help you play against easy bots, and can switch it off at any time.")),
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
 * A new table against bots: with help as few easy ones as the game allows, else as was chosen.
 * @param {DOMStringMap} facts `game` and how many can play it, at the `least`
 * @param {boolean} guided
 * @param {{ count?: number, strength?: string }} [choice] how many play, how strong the bots are
 */
export async function playBots({ game = "", least }, guided, { count, strength } = {}) {
  const bots = (guided ? Number(least) : count ?? Number(least)) - 1;
  const me = document.documentElement.dataset.reader ? { kind: "me" } : { kind: "me", name: say("Guest") };
  const seats = [me, ...Array(bots).fill({ kind: "bot", strength: guided ? "easy" : strength })];
  /** @type {Api.Table} */
  const table = await askWhenReady("/api/tables", { method: "POST", body: { game, seats, lot: true } });
  memory.set(`played.${game}`, "yes");
  if (guided) memory.set(name(table.id), "on");
  location.href = `/table/${table.id}`;
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
  return [make("p", {}, make("b", {}, say("What you may do: ")), paragraphs[0]), ...list];
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
  }

  /** @param {Api.Screen} screen */
  async show(screen) {
    if (!this.on) return;
    if (screen.your_turn) this.turns.add(screen.turn);
    if (this.turns.size > TURNS || screen.result) {
      this.end();
      return;
    }
    if (!this.element.isConnected) byId("prompt-bar").after(this.element);
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
    const [why, off] = [say("A good move, and why"), say("Switch the help off")];
    return make(
      "div",
      { class: "bar" },
      screen.your_turn && screen.table.hints && button(why, this.hint, { symbol: "hint", "aria-label": why }),
      button(off, () => this.end(), { kind: "quiet", symbol: "close", "aria-label": off }),
    );
  }

  end() {
    this.on = false;
    memory.set(name(this.table), "off");
    this.element.remove();
    byId("table").classList.remove("guided");
  }
}
