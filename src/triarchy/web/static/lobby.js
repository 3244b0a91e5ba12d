// The waiting room: the link to share, the seats, who may start.

import { ask, askWhenReady, busy, button, confirmed, copyField, icon, make, say } from "./core.js";
import { strengthName } from "./panels.js";

const STRENGTHS = ["easy", "normal", "hard", "expert"];

export class Lobby {
  constructor(holder, id, onstart) {
    this.holder = holder;
    this.id = id;
    this.onstart = onstart;
  }

  path(rest = "") {
    return `/api/tables/${this.id}${rest}`;
  }

  /** Do something at the table and show it as it is then. */
  async act(element, path, options) {
    const table = await busy(element, () => askWhenReady(path, options));
    if (table) this.show(table);
  }

  show(table) {
    if (table.status !== "open") return this.onstart(table);
    document.title = `${table.name || table.title} · Triarchy`;
    const seated = table.seats.some((seat) => seat.you);
    const content = [
      make("a", { class: "brand", href: "/" }, icon("mark"), "Triarchy"),
      make("h1", {}, table.name || say("A table of {game}", { game: table.title })),
      make("p", { class: "aside" }, this.facts(table)),
      table.mine || seated ? this.share(table) : "",
      make("h2", {}, say("Seats")),
      make("ul", { class: "seats" }, ...table.seats.map((seat) => this.seat(table, seat, seated))),
      seated ? "" : this.join(table),
      this.actions(table, seated),
      make(
        "details",
        { class: "fair" },
        make("summary", {}, icon("shield"), say("Fair shuffle")),
        make("p", { class: "aside" }, say("The shuffle is already fixed. Its fingerprint is below; seed and salt are shown at the end, so that everyone can check it.")),
        make("code", {}, table.commitment),
      ),
    ];
    // What the reader is typing survives a change at the table.
    const typed = this.holder.querySelector("#guest-name")?.value;
    const focus = document.activeElement?.id;
    this.holder.replaceChildren(...content.filter(Boolean));
    const name = this.holder.querySelector("#guest-name");
    if (name && typed) name.value = typed;
    if (focus) this.holder.querySelector(`#${CSS.escape(focus)}`)?.focus();
    return null;
  }

  facts(table) {
    const facts = [table.title, table.public ? say("open to everyone") : say("by invitation")];
    if (table.hot_seat) facts.push(say("on one device"));
    if (table.time_limit) facts.push(say("time limit {time}", { time: duration(table.time_limit) }));
    if (!table.hints) facts.push(say("no hints"));
    return facts.join(" · ");
  }

  share(table) {
    return make(
      "div",
      { class: "panel stack" },
      make("h2", {}, say("Invite friends")),
      make("p", { class: "aside" }, say("Whoever opens this link can take a seat.")),
      copyField(table.link, say("Link to this table")),
    );
  }

  seat(table, seat, seated) {
    const names = {
      open: say("Free seat"),
      bot: `${seat.name} (${strengthName(seat.strength)})`,
      person: seat.you ? say("{name} (you)", { name: seat.name }) : seat.name,
    };
    const parts = [make("span", { class: "name" }, names[seat.kind] ?? seat.name)];
    const put = (body) => ({ method: "PUT", body });
    if (seat.kind === "open" && !seated) {
      const take = button(say("Sit here"), () => this.sit(take, seat.seat));
      parts.push(take);
    }
    if (table.mine && !seat.you) {
      const choice = make(
        "select",
        {
          id: `seat-${seat.seat}`,
          "aria-label": say("Who plays seat {number}", { number: seat.seat + 1 }),
          onchange: () =>
            this.act(choice, this.path(`/seats/${seat.seat}`), put(choice.value === "open" ? { kind: "open" } : { kind: "bot", strength: choice.value })),
        },
        make("option", { value: "open", selected: seat.kind !== "bot" }, seat.kind === "person" ? seat.name : say("for a friend")),
        ...STRENGTHS.map((one) => make("option", { value: one, selected: seat.kind === "bot" && seat.strength === one }, strengthName(one))),
      );
      parts.push(choice);
      if (seat.kind === "person") {
        const away = button(say("Send away"), async () => {
          if (await confirmed(say("Send {name} away?", { name: seat.name }), say("The seat becomes free again."), say("Send away"))) {
            this.act(away, this.path(`/seats/${seat.seat}`), put({ kind: "open" }));
          }
        });
        choice.replaceWith(away);
        parts[parts.length - 1] = away;
      }
    }
    return make("li", { class: seat.kind }, make("span", { class: "number" }, seat.seat + 1), ...parts);
  }

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

  sit(element, seat) {
    const field = this.holder.querySelector("#guest-name");
    if (field && !field.reportValidity()) return null;
    const name = field?.value.trim();
    const body = {};
    if (name) body.name = name;
    if (seat !== undefined) body.seat = seat;
    return this.act(element, this.path("/seats"), { method: "POST", body });
  }

  actions(table, seated) {
    const parts = [];
    const free = table.seats.filter((seat) => seat.kind === "open").length;
    if (table.mine) {
      const words = free ? say("Start, with bots on the free seats") : say("Start the game");
      const start = button(words, () => this.act(start, this.path("/start"), { method: "POST", body: free ? { fill: "normal" } : {} }), { kind: "primary" });
      parts.push(start);
    } else if (seated) {
      parts.push(make("p", { class: "aside" }, say("You have a seat. The game begins when whoever opened the table starts it.")));
    }
    if (seated) {
      const leave = button(say("Give up my seat"), () => this.act(leave, this.path("/leave"), { method: "POST", body: {} }), { kind: "quiet" });
      parts.push(leave);
    }
    if (table.mine) {
      const remove = button(say("Delete the table"), async () => {
        if (!(await confirmed(say("Delete the table?"), say("It disappears for everyone."), say("Delete")))) return;
        await busy(remove, async () => {
          await ask(this.path(), { method: "DELETE" });
          location.href = "/";
        });
      }, { kind: "quiet" });
      parts.push(remove);
    }
    return make("div", { class: "bar" }, ...parts);
  }
}

/** Seconds as words: "2 minutes". */
export function duration(seconds) {
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
