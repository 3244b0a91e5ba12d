// The end of a game at the table: the count on the board, then the result, something to show to
// friends, and another game.

import { ask, at, busy, button, byId, dialog, icon, make, memory, say, toast } from "./core.js";
import { decidedOf } from "./judged.js";
import { Count, resultList, verdict } from "./count.js";
import { rematch } from "./menu.js";
import { linkToShare } from "./sharing.js";
import { showChat, showPlayers } from "./panels.js";
import { play as sound } from "./sounds.js";
import { alone } from "./site.js";

const LINES = 2; // how many lines of the log tell of the turn that decided the game

/**
 * How a series of games stands.
 * @param {Api.Screen} screen
 */
function seriesStanding(screen) {
  const { series } = screen.table;
  if (!series) return "";
  if (series.decided !== null) return say("{name} has won the series (best of {count}).", { name: screen.players[series.decided].name, count: series.best_of });
  const wins = screen.players.map((player) => `${player.name} ${series.wins[player.seat]}`).join(", ");
  return say("Games won so far: {wins} (best of {count}).", { wins, count: series.best_of });
}

export class Ending {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Count | null} */
    this.count = null;
    /** @type {string | null} the table of another game that was offered */
    this.offered = null;
    /** @type {Promise<Api.Story> | null} */
    this.story = null;
  }

  /**
   * News after the end: the count or the result on the screen stays.
   * @param {Api.Screen} screen
   */
  afterwards(screen) {
    this.page.state.screen = screen;
    showChat(screen.chat, this.page.id);
  }

  /**
   * Another size or colour after the end: only the board changes.
   * @param {Api.Screen} screen
   */
  async redraw(screen) {
    this.page.state.screen = screen;
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
    this.page.root.classList.add("ended");
    const seen = memory.get(`counted.${this.page.id}`) !== null;
    if (screen.final_steps.length && (fresh || !seen)) this.countUp(screen);
    else this.result(screen);
  }

  /** @param {Api.Screen} screen */
  countUp(screen) {
    memory.set(`counted.${this.page.id}`, "yes");
    this.count = new Count(screen, this.page.view, byId("actions"), {
      step: (text, totals, sheet) => {
        const prompt = byId("prompt");
        prompt.textContent = text;
        prompt.classList.remove("waiting", "long");
        prompt.classList.toggle("long", prompt.scrollHeight > prompt.clientHeight + 1);
        byId("hand").replaceChildren(sheet);
        showPlayers(screen.players.map((player) => ({ ...player, rank: null })), { totals });
        this.page.announce(text);
      },
      end: () => {
        this.result(screen);
        sound("end");
      },
    });
    this.page.root.classList.add("counting");
    // What is below the players is not shown now: whoever had scrolled there would see nothing.
    const upper = this.page.root.querySelector(".upper");
    if (upper) upper.scrollTop = 0;
    this.count.begin();
  }

  /** @param {Api.Screen} screen */
  result(screen) {
    this.page.root.classList.remove("counting");
    showPlayers(screen.players, { watching: screen.watching });
    const words = [verdict(screen), seriesStanding(screen)].join(" ").trim();
    byId("prompt").textContent = words;
    byId("prompt").classList.remove("waiting");
    this.page.announce(words);
    byId("actions").replaceChildren();
    byId("hand").replaceChildren(this.card(screen));
    // The button that led here is gone.
    if (this.page.state.byKeyboard && this.page.isFree) byId("hand").querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {Api.Screen} screen */
  card(screen) {
    const tale = make("div", { class: "tale" }, this.buttons(screen));
    this.decided(screen).then((told) => told && tale.prepend(told)).catch(() => {});
    return make("section", { class: "result", "aria-label": say("Result") }, resultList(screen), tale);
  }

  /** @param {Api.Screen} screen */
  buttons(screen) {
    /** @type {HTMLButtonElement} */
    const again = button(this.offered ? say("Join the next game") : say("Again"), () => busy(again, () => rematch(this.page.id)), { kind: "primary", symbol: "again", id: "again" });
    return make(
      "div",
      { class: "bar" },
      screen.table.played ? again : "",
      make("a", { class: "button", href: `/replay/${this.page.id}` }, icon("back"), say("Replay")),
      alone ? "" : button(say("Share"), () => this.share(screen), { symbol: "picture", id: "share-result" }),
      screen.final_steps.length ? button(say("Count again"), () => this.countUp(screen), { kind: "quiet" }) : "",
    );
  }

  /**
   * How the game was won; and once it has been reviewed the turn that decided it, with a way to it.
   * @param {Api.Screen} screen
   */
  async decided(screen) {
    this.story ??= ask(this.page.path("/story"), { query: { language: document.documentElement.lang } });
    const { log, turns, won, ...reviewed } = await this.story;
    const first = decidedOf(this.page.id); // where this device has reviewed it, not the server
    const decided = reviewed.decided ?? turns.find((turn) => first !== null && turn.before <= first && first < turn.after);
    const how = make("p", {}, won.join(" "));
    if (!decided) return won.length ? how : null;
    const name = screen.players[decided.seat]?.name;
    const lines = log.filter((line) => line.number > decided.before && line.number <= decided.after).map((line) => line.text);
    const turned = make(
      "p",
      { class: "decided" },
      make("strong", {}, say("{name}'s turn {number} decided the game.", { number: decided.turn + 1, name })),
      make("span", { class: "lines" }, `${lines.slice(0, LINES).join(" ")} `),
      make("a", { href: `/replay/${this.page.id}?move=${decided.before + 1}` }, say("Look at it, or continue from there")),
    );
    return make("div", {}, how, turned);
  }

  /**
   * The result as a picture and a link.
   * @param {Api.Screen} screen
   */
  share(screen) {
    const picture = `${this.page.path("/picture")}?language=${document.documentElement.lang}`;
    const link = new URL(at(`/replay/${this.page.id}`), screen.table.link).href;
    const name = `${screen.table.game}-${this.page.id}.png`;
    const parts = [
      make("img", { class: "shared", src: picture, width: 1200, height: 630, alt: verdict(screen) }),
      make("div", { class: "bar" }, make("a", { class: "button primary", href: picture, download: name }, icon("down"), say("Save the picture")), shareFile(picture, name)),
      linkToShare(link, say("Link to the replay")),
    ];
    dialog(say("Share the result"), make("div", { class: "stack" }, ...parts));
  }

  /**
   * Somebody wants to play again: whoever had a seat gets one at the new table. Nothing covers the count.
   * @param {string} id
   */
  offerRematch(id) {
    this.offered = id;
    const { screen } = this.page.state;
    if (!screen?.table.played || screen.table.rematch === id) return;
    toast(say("A new table with the same players is open."), 10);
    const again = document.getElementById("again")?.querySelector("span");
    if (again) again.textContent = say("Join the next game");
  }
}

/**
 * A button that hands the picture to another app, where the device can.
 * @param {string} address
 * @param {string} name
 */
function shareFile(address, name) {
  const probe = new File([], name, { type: "image/png" });
  if (!navigator.canShare?.({ files: [probe] })) return "";
  /** @type {HTMLButtonElement} */
  const send = button(say("Share"), () => busy(send, async () => {
    const file = new File([await (await fetch(at(address))).blob()], name, { type: "image/png" });
    await navigator.share({ files: [file], title: document.title }).catch(() => {});
  }));
  return send;
}
