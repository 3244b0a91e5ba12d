// The waiting room: the link to share, the seats, who may start.

import { ask, askWhenReady, busy, button, byId, confirmed, go, icon, make, refusal, say, toast } from "./core.js";
import { presenceDot, showChat, strengthName, strengths } from "./panels.js";
import { notifyOffer } from "./days.js";
import { openRules } from "./rules.js";
import { openSettings } from "./settings.js";
import { linkToShare } from "./sharing.js";
import { setTitle } from "./waiting.js";

export class Lobby {
  /**
   * @param {HTMLElement} holder
   * @param {string} id
   * @param {() => void} onstart
   */
  constructor(holder, id, onstart) {
    this.holder = holder;
    this.id = id;
    this.onstart = onstart;
    this.name = "";
    /** The table's chat: it stands in the waiting room until the game begins. */
    this.chat = byId("chat");
    this.chatPlace = byId("chat").parentElement;
  }

  /** What has been said so far; later lines come with the news. */
  async listen() {
    /** @type {Api.Chat} */
    const { chat } = await ask(this.path("/chat"));
    showChat(chat, this.id);
  }

  /** The game begins: the chat goes to its place beside the board. */
  leave() {
    this.chatPlace?.append(this.chat);
    this.holder.replaceChildren();
  }

  /** @param {Api.Table} table */
  top(table) {
    return make(
      "div",
      { class: "bar" },
      make("a", { class: "brand", href: "/" }, icon("mark"), "Triarchy"),
      make("span", { class: "space" }),
      button(say("Rules"), () => openRules(table.game, table.title, "").catch((error) => toast(refusal(error).message)), { kind: "quiet", symbol: "rules", id: "lobby-rules" }),
      button(say("Settings"), () => openSettings(), { kind: "quiet", symbol: "settings", id: "lobby-settings" }),
    );
  }

  path(rest = "") {
    return `/api/tables/${this.id}${rest}`;
  }

  /**
   * Do something at the table and show it as it is then.
   * @param {Element} element
   * @param {string} path
   * @param {Asking} asking
   */
  async act(element, path, asking) {
    /** @type {Api.Table | null} */
    const table = await busy(element, () => askWhenReady(path, asking));
    if (table) this.show(table);
  }

  /** @param {Api.Table} table */
  show(table) {
    if (table.status !== "open") {
      this.onstart();
      return;
    }
    setTitle(`${table.name || table.title} · Triarchy`);
    const seated = table.seats.some((seat) => seat.you);
    const content = [
      this.top(table),
      make("h1", {}, table.name || say("A table of {game}", { game: table.title })),
      make("p", { class: "aside" }, this.facts(table)),
      (table.mine || seated) && table.seats.some((seat) => seat.kind === "open") ? this.share(table) : "",
      make("h2", {}, say("Seats")),
      make("ul", { class: "seats" }, ...table.seats.map((seat) => this.seat(table, seat, seated))),
      seated ? "" : this.join(table),
      this.actions(table, seated),
      notifyOffer(table),
      make("section", { class: "panel stack" }, make("h2", {}, say("Chat")), this.chat),
      make(
        "details",
        { class: "fair" },
        make("summary", {}, icon("shield"), say("Fair shuffle")),
        make("p", { class: "aside" }, say("The shuffle is already fixed. Its fingerprint is below; seed and salt are shown at the end, so that everyone can check it.")),
        make("code", {}, table.commitment),
      ),
    ];
    // What the reader is typing survives a change at the table.
    const typed = this.guestName()?.value;
    const focus = document.activeElement?.id;
    this.holder.replaceChildren(...content.filter((part) => part !== ""));
    const name = this.guestName();
    if (name && typed) name.value = typed;
    if (focus && this.holder.contains(document.getElementById(focus))) byId(focus).focus();
  }

  /** The field for the name of somebody without a seat. */
  guestName() {
    return /** @type {HTMLInputElement | null} */ (this.holder.querySelector("#guest-name"));
  }

  /** @param {Api.Table} table */
  facts(table) {
    const facts = [table.title, table.public ? say("open to everyone") : say("by invitation")];
    if (table.hot_seat) facts.push(say("on one device"));
    if (table.time_limit) facts.push(clockWords(table));
    if (table.series) facts.push(seriesWords(table.series));
    facts.push(table.hints ? say("with hints, not rated") : say("no hints"));
    return facts.join(" · ");
  }

  /** @param {Api.Table} table */
  share(table) {
    return make(
      "div",
      { class: "panel stack" },
      make("h2", {}, say("Invite friends")),
      make("p", { class: "aside" }, say("Anyone who opens this link can take a seat.")),
      linkToShare(table.link, say("Link to this table"), `/api/tables/${this.id}/qr`),
    );
  }

  /**
   * @param {Api.Table} table
   * @param {Api.Seat} seat
   * @param {boolean} seated
   */
  seat(table, seat, seated) {
    const names = {
      open: say("Free seat"),
      bot: `${seat.name} (${strengthName(seat.strength)})`,
      person: seat.you ? say("{name} (you)", { name: seat.name }) : seat.name,
    };
    /** @type {HTMLElement[]} */
    const parts = [make("span", { class: "name" }, presenceDot(seat.seat), names[seat.kind] ?? seat.name)];
    /**
     * @param {unknown} body
     * @returns {Asking}
     */
    const put = (body) => ({ method: "PUT", body });
    if (seat.kind === "open" && !seated) {
      /** @type {HTMLButtonElement} */
      const take = button(say("Sit here"), () => this.sit(take, seat.seat));
      parts.push(take);
    }
    if (table.mine && !seat.you) {
      /** @type {HTMLSelectElement} */
      const choice = make(
        "select",
        {
          id: `seat-${seat.seat}`,
          "aria-label": say("Player in seat {number}", { number: seat.seat + 1 }),
          onchange: () =>
            this.act(choice, this.path(`/seats/${seat.seat}`), put(choice.value === "open" ? { kind: "open" } : { kind: "bot", strength: choice.value })),
        },
        make("option", { value: "open", selected: seat.kind !== "bot" }, seat.kind === "person" ? seat.name : say("for a friend")),
        ...Object.keys(strengths.words).map((one) => make("option", { value: one, selected: seat.kind === "bot" && seat.strength === one }, strengthName(one))),
      );
      parts.push(choice);
      if (seat.kind === "person") {
        /** @type {HTMLButtonElement} */
        const away = button(say("Remove"), async () => {
          if (await confirmed(say("Remove {name}?", { name: seat.name }), say("The seat becomes free again."), say("Remove"))) {
            this.act(away, this.path(`/seats/${seat.seat}`), put({ kind: "open" }));
          }
        });
        choice.replaceWith(away);
        parts[parts.length - 1] = away;
      }
    }
    return make("li", { class: seat.kind }, make("span", { class: "number" }, seat.seat + 1), ...parts);
  }

  /** @param {Api.Table} table */
  join(table) {
    if (!table.seats.some((seat) => seat.kind === "open")) {
      return make("p", { class: "note" }, say("All seats are taken. You can watch when the game begins."));
    }
    const name = make("input", { type: "text", id: "guest-name", required: true, maxlength: 40, autocomplete: "nickname", value: this.name || "" });
    const take = make("button", { type: "submit", class: "button primary" }, say("Take a seat"));
    const form = make(
      "form",
      { class: "panel field", onsubmit: (event) => { event.preventDefault(); this.sit(take); } },
      make("label", { for: "guest-name" }, say("Your name")),
      make("div", { class: "copy" }, name, take),
    );
    return form;
  }

  /**
   * @param {Element} element
   * @param {number} [seat]
   */
  async sit(element, seat) {
    const field = this.guestName();
    if (field && !field.reportValidity()) return;
    const body = { name: field?.value.trim() || undefined, seat };
    await this.act(element, this.path("/seats"), { method: "POST", body });
  }

  /**
   * @param {Api.Table} table
   * @param {boolean} seated
   */
  actions(table, seated) {
    /** @type {HTMLElement[]} */
    const parts = [];
    const free = table.seats.filter((seat) => seat.kind === "open").length;
    if (table.mine) {
      const words = free ? say("Start, with bots on the free seats") : say("Start the game");
      /** @type {HTMLButtonElement} */
      const start = button(words, () => this.act(start, this.path("/start"), { method: "POST", body: free ? { fill: strengths.usual } : {} }), { kind: "primary" });
      parts.push(start);
    } else if (seated) {
      parts.push(make("p", { class: "aside" }, say("You're in. The game begins when the host starts it.")));
    }
    if (seated) {
      /** @type {HTMLButtonElement} */
      const leave = button(say("Give up my seat"), () => this.act(leave, this.path("/leave"), { method: "POST", body: {} }), { kind: "quiet" });
      parts.push(leave);
    }
    if (table.mine) {
      /** @type {HTMLButtonElement} */
      const remove = button(say("Delete the table"), async () => {
        if (!(await confirmed(say("Delete the table?"), say("It disappears for everyone."), say("Delete")))) return;
        await busy(remove, async () => {
          await ask(this.path(), { method: "DELETE" });
          go("/");
        });
      }, { kind: "quiet" });
      parts.push(remove);
    }
    return make("div", { class: "bar" }, ...parts);
  }
}

/** @param {Api.Table} table */
function clockWords(table) {
  const time = duration(table.time_limit ?? 0);
  if (table.clock === "turn") return say("{time} per turn", { time });
  if (!table.increment) return say("{time} for the whole game", { time });
  return say("{time} for the whole game, +{more} per turn", { time, more: duration(table.increment) });
}

/** @param {Api.Series} series */
function seriesWords(series) {
  return say("game {number}, best of {count}", { number: series.game, count: series.best_of });
}

/**
 * Seconds as words: "2 minutes".
 * @param {number} seconds
 */
export function duration(seconds) {
  /** @type {[number, string, (count: number) => string][]} */
  const units = [
    [86400, say("1 day"), (count) => say("{count} days", { count })],
    [3600, say("1 hour"), (count) => say("{count} hours", { count })],
    [60, say("1 minute"), (count) => say("{count} minutes", { count })],
    [1, say("1 second"), (count) => say("{count} seconds", { count })],
  ];
  const [size, one, many] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? units[3];
  const count = Math.round(seconds / size);
  return count === 1 ? one : many(count);
}
