// Players, score help, log and chat beside the board; on the phone the same as sheets from below.

import { closedOver, openedOver } from "./back.js";
import { byId, closest, drawing, icon, isPhone, language, make, memory, say } from "./core.js";
import { alone } from "./site.js";

/** @type {{ usual: string, words: Record<string, string> }} the bots' strengths, the weakest first */
export const strengths = JSON.parse(byId("strengths").textContent ?? "");

/** @param {string | null} strength */
export const strengthName = (strength) => strengths.words[strength ?? ""] ?? strength ?? "";

function thinking() {
  return make("span", { class: "thinking", role: "img", "aria-label": say("thinking") }, make("i"), make("i"), make("i"));
}

/** @param {Api.Player} player */
export function symbol(player) {
  const svg = drawing(player.symbol);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("symbol");
  return svg;
}

/**
 * A fact as a symbol with a number; in words where it has no symbol, and for who cannot see it.
 * @param {Api.Fact} fact
 */
function chip({ label, value, symbol: shape, low }) {
  const warning = low && value !== "0" ? say("{label}: only {value}", { label, value }) : `${label}: ${value}`;
  if (!shape) return make("span", { class: low ? "chip low" : "chip" }, `${label} `, make("b", {}, value));
  const svg = drawing(shape);
  return make("span", { class: low ? "chip low" : "chip", role: "img", "aria-label": warning, title: warning }, svg, make("b", {}, value));
}

/**
 * What stands small beside a name: you, bot and how strong, away.
 * @param {Api.Player} player
 */
function note(player) {
  if (player.away) return player.clock === 0 ? say("out of time, a bot has taken over") : say("away, a bot has taken over");
  if (player.resigned) return say("resigned, a bot has taken over");
  if (player.stands_in) return say("plays simple moves for now");
  if (player.kind === "bot") return strengthName(player.strength);
  return player.you ? say("you") : "";
}

/** @type {Api.SeatPresence[]} who is at the table, as last told */
let presence = [];

/**
 * A dot for a person: here, thinking, or away since when; nothing for bots.
 * @param {number} seat
 * @param {Api.Player} [player]
 */
export function presenceDot(seat, player) {
  const known = presence.find((each) => each.seat === seat);
  if (!known || known.here === null || player?.away) return "";
  const kind = !known.here ? "away" : player?.to_move ? "thinking" : "here";
  const words = { here: say("here"), thinking: say("here, thinking"), away: awayWords(known.since) };
  return make("span", { class: `presence ${kind}`, role: "img", "aria-label": words[kind], title: words[kind] });
}

/** @param {string | null} since */
function awayWords(since) {
  if (!since) return say("not here yet");
  const minutes = Math.round((Date.now() - Date.parse(since)) / 60000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const ago = minutes < 60 ? words.format(-minutes, "minute") : minutes < 2880 ? words.format(-Math.round(minutes / 60), "hour") : words.format(-Math.round(minutes / 1440), "day");
  return say("away, last seen {ago}", { ago });
}

/** @param {Api.SeatPresence[]} seats */
export function setPresence(seats) {
  presence = seats;
}

/**
 * The person of a seat is away, and no bot plays for them yet.
 * @param {Api.Player} player
 */
export function isAway(player) {
  return player.kind === "person" && !player.away && !player.you && presence.some((each) => each.seat === player.seat && each.here === false);
}

/**
 * The place of a player's clock; `showClock` lets it run.
 * @param {Api.Player} player
 */
function clock(player) {
  return player.clock === null || player.kind === "bot" ? "" : make("span", { class: "clock", "data-clock": player.seat });
}

/**
 * @param {Api.Player[]} players
 * @param {{ totals?: (number | string)[] | null, watching?: number }} [more]
 */
export function showPlayers(players, { totals = null, watching = 0 } = {}) {
  const rows = players.map((player) => {
    const small = note(player);
    const points = totals ? String(totals[player.seat] ?? "") : player.score;
    return make(
      "li",
      { class: `player${player.to_move ? " to-move" : ""}`, "data-seat": player.seat },
      symbol(player),
      make("span", { class: "name" }, presenceDot(player.seat, player), player.name, small && small !== player.name ? make("small", {}, ` ${small}`) : "", player.thinking ? thinking() : ""),
      make("span", { class: "more" }, ...player.facts.map(chip), clock(player)),
      points === "" ? "" : make("span", { class: "points" }, points, player.rank ? make("small", {}, say("place {rank}", { rank: player.rank })) : ""),
    );
  });
  byId("players-list").replaceChildren(...rows);
  const timed = players.some((player) => player.clock !== null); // beside a clock a bare number says nothing
  /** @param {string} words */
  const short = (words) => (words.length > 4 || timed ? "" : words);
  const strip = players.map((player) =>
    make(
      "li",
      { class: player.to_move ? "to-move" : "", "data-seat": player.seat },
      make(
        "button",
        { type: "button", "data-sheet": "players", "aria-label": [player.name, player.you ? say("you") : "", player.score].filter(Boolean).join(", ") },
        symbol(player),
        make("span", { class: player.you ? "name you" : "name" }, player.you ? "" : presenceDot(player.seat, player), player.you ? say("you") : player.name),
        make("span", {}, clock(player), short(totals ? String(totals[player.seat] ?? "") : player.score), player.thinking ? thinking() : ""),
      ),
    ),
  );
  byId("strip").replaceChildren(...strip);
  byId("watching").textContent =
    watching === 0 ? (alone && document.documentElement.dataset.page === "table" ? say("On this device, not rated") : "") : watching === 1 ? say("1 watching") : say("{count} watching", { count: watching });
}

/**
 * A cell that is a number, or stands for none.
 * @param {string} cell
 */
const isNumber = (cell) => /^[\s\d.,+\-–—×*]*$/.test(cell);

/** A table with more columns than this shortens their names. */
const MANY = 5;

/** @param {Api.ScoreSheet[]} tables */
export function showScoreHelp(tables) {
  const made = tables.filter((table) => table.rows.length).map((table) => {
    const kinds = table.columns.map((_, column) => (column && table.rows.every((row) => isNumber(row[column])) ? "number" : ""));
    /**
     * @param {"th" | "td"} tag
     * @param {string[]} row
     */
    const cells = (tag, row) => row.map((cell, column) => make(tag, { class: kinds[column], scope: tag === "th" ? "col" : null, title: tag === "th" ? cell : null }, tag === "th" ? make("span", {}, cell) : cell));
    return make(
      "table",
      { class: table.columns.length > MANY ? "help many" : "help" },
      make("caption", {}, table.title),
      make("thead", {}, make("tr", {}, ...cells("th", table.columns))),
      make("tbody", {}, ...table.rows.map((row) => make("tr", {}, ...cells("td", row)))),
    );
  });
  byId("score-help").replaceChildren(...made);
  byId("score").hidden = made.length === 0;
}

/**
 * The log.
 * @param {Api.Line[]} lines
 * @param {Api.Player[]} players
 * @param {(line: Api.Line, pressed: boolean) => void} onplace shows a line's place on the board
 * @param {() => void} onleave takes it away
 * @param {number | null} [now] looking back: the lines after this move are still to come
 */
export function showLog(lines, players, onplace, onleave, now = null) {
  const list = byId("log-list");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  /** @type {NodeListOf<HTMLElement>} */
  const shown = list.querySelectorAll("li[data-number]");
  const known = shown.length ? [...shown].map((item) => Number(item.dataset.number)) : [];
  const same = known.length <= lines.length && known.every((number, index) => lines[index].number === number);
  if (!same) list.replaceChildren();
  else list.querySelectorAll(".empty").forEach((item) => item.remove());
  const added = lines.slice(same ? known.length : 0);
  for (const line of added) {
    const player = players[line.seat];
    list.append(
      make(
        "li",
        { "data-number": line.number },
        make(
          "button",
          {
            type: "button",
            class: "line",
            onpointerenter: (event) => event.pointerType === "mouse" && onplace(line, false),
            onpointerleave: onleave,
            onfocus: (event) => event.currentTarget.matches(":focus-visible") && onplace(line, false),
            onblur: onleave,
            onclick: () => onplace(line, true),
          },
          player ? symbol(player) : make("span"),
          make("span", {}, now !== null && line.landmark ? make("span", { class: "landmark" }, line.landmark) : "", " ", line.text),
        ),
      ),
    );
  }
  if (!lines.length) list.replaceChildren(make("li", { class: "empty" }, say("Nothing has happened yet.")));
  list.querySelector(".newest")?.classList.remove("newest");
  if (now !== null) {
    markPast(list, now);
    return;
  }
  list.lastElementChild?.querySelector(".line")?.classList.add("newest");
  // Drawn anew with nothing to tell, it does not move away below a pointer.
  const still = !added.length && list.matches(":hover");
  if (atEnd && !still) list.scrollTop = list.scrollHeight;
}

/**
 * Grey what comes after a move, and keep the line of that move in sight.
 * @param {HTMLElement} list
 * @param {number} now
 */
function markPast(list, now) {
  /** @type {HTMLElement | null} */
  let newest = null;
  /** @type {NodeListOf<HTMLElement>} */
  const items = list.querySelectorAll("li[data-number]");
  for (const item of items) {
    const future = Number(item.dataset.number) > now;
    item.classList.toggle("future", future);
    if (!future) newest = item;
  }
  newest?.querySelector(".line")?.classList.add("newest");
  const top = newest ? newest.offsetTop - list.offsetTop : 0;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 48) list.scrollTop = top - list.clientHeight / 2;
}

/**
 * What was said; a dot stands at the chat while some of it has not been on the screen.
 * @param {Api.ChatLine[]} lines
 * @param {string} table
 */
export function showChat(lines, table) {
  const list = byId("chat-list");
  list.dataset.table = table;
  list.dataset.last = String(lines.at(-1)?.id ?? 0);
  const rows = lines.map((line) => make("li", {}, make("b", {}, line.name), line.text));
  list.replaceChildren(...(rows.length ? rows : [make("li", { class: "empty" }, say("No messages yet."))]));
  list.scrollTop = list.scrollHeight;
  noteRead();
}

/** What is on the screen is read, on this device and for good; what is not has a dot. */
function noteRead() {
  const { table, last = "0" } = byId("chat-list").dataset;
  const known = Number(memory.get(`chat.${table}`) ?? 0);
  const chat = byId("chat");
  const waiting = !chat.closest(".table");
  const seen = waiting || (isPhone() ? chat.classList.contains("open") : !chat.hasAttribute("data-away"));
  if (seen && Number(last) > known) memory.set(`chat.${table}`, last);
  for (const dot of document.querySelectorAll("#chat-dot, #chat-tab-dot")) dot.toggleAttribute("hidden", seen || Number(last) <= known);
}

/**
 * Where a preview lies, so that it does not cover the board: over the log; on the phone over the hand, or beside
 * the board where that has the whole height of the screen.
 * @returns {import("./board/targets.js").Room | null}
 */
export function roomForPreview() {
  const tabs = document.querySelector(".tabs")?.getBoundingClientRect();
  if (tabs && isPhone()) {
    return { kind: "", style: { left: `${tabs.left + 8}px`, right: "8px", bottom: `${innerHeight - tabs.top + 4}px`, maxWidth: "none" } };
  }
  const talk = document.querySelector(".talk")?.getBoundingClientRect();
  if (!talk) return null;
  return { kind: "docked", style: { left: `${talk.left}px`, width: `${talk.width}px`, top: `${talk.top}px`, maxHeight: `${innerHeight - talk.top}px` } };
}

// Sheets on the phone, tabs on the desktop

export class Sheets {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {HTMLElement | null} */
    this.opener = null;
    this.hide = this.hide.bind(this); // Back knows it by itself
    this.veil = make("div", { class: "veil", onclick: () => this.close() });
    document.body.append(this.veil);
    for (const sheet of root.querySelectorAll(".sheet")) {
      const close = make(
        "button",
        { type: "button", class: "button quiet sheet-close", "aria-label": say("Close"), onclick: () => this.close() },
        icon("close"),
      );
      sheet.querySelector("header")?.append(close);
    }
    root.addEventListener("click", (event) => {
      const opener = closest(event, "[data-sheet]");
      if (opener?.dataset.sheet) this.open(opener.dataset.sheet, opener);
    });
    // A replay has no chat, so no tabs.
    /** @type {HTMLElement[]} */
    this.tabs = [...root.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLElement);
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.choose(tab));
      tab.addEventListener("keydown", (event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.stopPropagation();
        const other = this.tabs.find((one) => one !== tab) ?? tab;
        this.choose(other);
        other.focus();
      });
    }
    if (this.tabs.length) this.choose(this.tabs[0]);
  }

  /**
   * On the desktop: the log or the chat.
   * @param {HTMLElement} tab
   */
  choose(tab) {
    for (const one of this.tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      const panel = panelOf(one);
      if (chosen) panel.removeAttribute("data-away");
      else panel.setAttribute("data-away", "");
    }
    if (tab.id === "chat-tab") noteRead();
    const list = panelOf(tab).querySelector("ol");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /**
   * @param {string} id
   * @param {HTMLElement} opener
   */
  open(id, opener) {
    const open = this.root.querySelector(".sheet.open");
    open?.classList.remove("open");
    const sheet = byId(id);
    this.opener = opener;
    sheet.classList.add("open");
    this.veil.classList.add("shown");
    if (!open) openedOver(this.hide);
    /** @type {HTMLElement | null} */
    const close = sheet.querySelector(".sheet-close");
    close?.focus();
    if (id === "chat") noteRead();
    const list = sheet.querySelector("ol");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** Close whatever is open; true if something was. */
  close() {
    closedOver(this.hide);
    return this.hide();
  }

  hide() {
    const open = this.root.querySelector(".sheet.open");
    this.veil.classList.remove("shown");
    if (!open) return false;
    open.classList.remove("open");
    this.opener?.focus();
    return true;
  }
}

/**
 * The panel that a tab shows.
 * @param {HTMLElement} tab
 */
const panelOf = (tab) => byId(tab.getAttribute("aria-controls") ?? "");
