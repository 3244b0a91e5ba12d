// The end of a game at the table: the count on the board, the result, and another game.

import { button, busy, byId, dialog, icon, make, memory, say } from "./core.js";
import { Count, resultList, verdict } from "./count.js";
import { rematch } from "./menu.js";
import { showChat, showPlayers } from "./panels.js";

export class Ending {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Count | null} */
    this.count = null;
    /** @type {string | null} the table of another game that was offered */
    this.offered = null;
  }

  /**
   * News after the end: the count or the result on the screen stays.
   * @param {Api.Screen} screen
   */
  afterwards(screen) {
    this.page.screen = screen;
    showChat(screen.chat);
  }

  /**
   * Another size or colour after the end: only the board changes.
   * @param {Api.Screen} screen
   */
  async redraw(screen) {
    this.page.screen = screen;
    const shown = [...byId("hand").children];
    await this.page.view.show(screen.board, "", { moving: false });
    byId("hand").replaceChildren(...shown);
    this.count?.redrawn();
  }

  /**
   * Show the end: counted step by step if it is news, else the result.
   * @param {Api.Screen} screen
   * @param {boolean} fresh
   */
  begin(screen, fresh) {
    const seen = memory.get(`counted.${this.page.id}`) !== null;
    if (screen.final_steps.length && (fresh || !seen)) this.countUp(screen);
    else this.result(screen);
  }

  /** @param {Api.Screen} screen */
  countUp(screen) {
    memory.set(`counted.${this.page.id}`, "yes");
    this.count = new Count(screen, this.page.view, byId("actions"), {
      step: (text, totals, standings) => {
        byId("prompt").textContent = text;
        byId("prompt").classList.remove("waiting");
        byId("hand").replaceChildren(standings);
        showPlayers(screen.players.map((player) => ({ ...player, rank: null })), { totals });
        this.page.announce(text);
      },
      end: () => this.result(screen),
    });
    this.count.begin();
  }

  /** @param {Api.Screen} screen */
  result(screen) {
    showPlayers(screen.players, { watching: screen.watching });
    const words = verdict(screen);
    byId("prompt").textContent = words;
    byId("prompt").classList.remove("waiting");
    this.page.announce(words);
    /** @type {HTMLButtonElement} */
    const again = button(say("Again"), () => busy(again, () => rematch(this.page.id)), { kind: "primary", symbol: "again", id: "again" });
    const parts = [
      screen.final_steps.length ? button(say("Count again"), () => this.countUp(screen), { kind: "quiet" }) : "",
      make("a", { class: "button", href: `/replay/${this.page.id}` }, icon("back"), say("Look back")),
    ];
    if (screen.held.length) parts.push(again);
    byId("actions").replaceChildren(...parts.filter(Boolean));
    const hand = byId("hand");
    hand.replaceChildren(resultList(screen));
  }

  /**
   * Somebody wants to play again: whoever had a seat gets one at the new table.
   * @param {string} id
   */
  offerRematch(id) {
    this.offered = id;
    const { screen } = this.page;
    if (!screen?.held.length || screen.table.rematch === id) return;
    /** @type {HTMLButtonElement} */
    const go = button(say("Join"), () => busy(go, () => rematch(this.page.id)), { kind: "primary" });
    dialog(say("Another game?"), make("div", { class: "stack" }, make("p", {}, say("A new table with the same players is open.")), go));
  }
}
