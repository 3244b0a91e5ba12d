// A table with friends: game, seats, bots, board, options; then its waiting room.

import { ask, askWhenReady, busy, make, say } from "./core.js";
import { strengthName } from "./panels.js";
import { settingsButton } from "./settings.js";

const byId = (id) => document.getElementById(id);

class NewTable {
  constructor(form, games, strengths) {
    this.form = form;
    this.games = games;
    this.strengths = strengths;
    this.kinds = []; // per seat: "me", "open", or a bot's strength
    this.names = []; // per seat, for several on one device
    form.addEventListener("change", (event) => this.changed(event.target));
    form.addEventListener("submit", (event) => this.submit(event));
    this.chooseGame();
  }

  get game() {
    const name = this.form.querySelector("[name=game]:checked").value;
    return this.games.find((one) => one.game === name);
  }

  changed(element) {
    if (element.name === "game") this.chooseGame();
    else if (element.name === "players") this.chooseCount(Number(element.value));
    else if (element.id === "hot-seat") this.showSeats();
  }

  chooseGame() {
    const [least, most] = this.game.players;
    const wanted = Math.min(Math.max(this.count ?? 4, least), most);
    const counts = [];
    for (let count = least; count <= most; count += 1) {
      counts.push(
        make(
          "label",
          { class: "choice" },
          make("input", { type: "radio", name: "players", value: count, checked: count === wanted }),
          make("span", {}, count),
        ),
      );
    }
    byId("counts").replaceChildren(...counts);
    byId("options").replaceChildren(...Object.entries(this.game.options).map(([name, values]) => this.option(name, values)));
    this.chooseCount(wanted);
  }

  option(name, values) {
    const words = optionWords(name);
    if (values.every((value) => typeof value === "boolean")) {
      return make("label", { class: "check" }, make("input", { type: "checkbox", "data-option": name, checked: values[0] }), words);
    }
    const choice = make("select", { id: `option-${name}`, "data-option": name }, ...values.map((value) => make("option", { value: JSON.stringify(value) }, optionWords(String(value)))));
    return make("div", { class: "field" }, make("label", { for: `option-${name}` }, words), choice);
  }

  chooseCount(count) {
    this.count = count;
    while (this.kinds.length < count) this.kinds.push(this.kinds.length === 0 ? "me" : "open");
    const fitting = this.game.boards.filter((board) => board.players.includes(count));
    const usual = this.game.default_boards[String(count)];
    byId("board-choice").replaceChildren(...fitting.map((board) => make("option", { value: board.id, selected: board.id === usual }, board.title)));
    this.showSeats();
  }

  showSeats() {
    const hot = byId("hot-seat").checked;
    const rows = [];
    for (let seat = 0; seat < this.count; seat += 1) {
      if (!hot && seat > 0 && this.kinds[seat] === "me") this.kinds[seat] = "open";
      rows.push(this.seatRow(seat, hot));
    }
    byId("seats").replaceChildren(...rows);
  }

  seatRow(seat, hot) {
    const kind = this.kinds[seat];
    const mine = seat === 0;
    const choice = make(
      "select",
      {
        "aria-label": say("Who plays seat {number}", { number: seat + 1 }),
        onchange: (event) => {
          this.kinds[seat] = event.target.value;
          this.showSeats();
          byId("seats").children[seat].querySelector("select")?.focus();
        },
      },
      ...(mine || hot ? [make("option", { value: "me", selected: kind === "me" }, mine ? say("me") : say("on this device"))] : []),
      ...(mine ? [] : [make("option", { value: "open", selected: kind === "open" }, say("for a friend"))]),
      ...this.strengths.map((one) => make("option", { value: one, selected: kind === one }, strengthName(one))),
    );
    const words = { me: say("You"), open: say("Free seat") };
    let name = make("span", { class: "name" }, words[kind] ?? say("Bot"));
    if (hot && kind === "me" && !mine) {
      name = make("input", {
        type: "text",
        maxlength: 40,
        "aria-label": say("Name of player {number}", { number: seat + 1 }),
        placeholder: say("Player {number}", { number: seat + 1 }),
        value: this.names[seat] ?? "",
        oninput: (event) => (this.names[seat] = event.target.value),
      });
    }
    return make("li", { class: kind === "open" ? "open" : "" }, make("span", { class: "number" }, seat + 1), name, choice);
  }

  body() {
    const hot = byId("hot-seat").checked;
    const mine = byId("your-name").value.trim();
    const seats = this.kinds.slice(0, this.count).map((kind, seat) => {
      if (kind === "open") return { kind };
      if (kind !== "me") return { kind: "bot", strength: kind };
      if (!hot) return { kind };
      return { kind, name: (seat === 0 ? mine : this.names[seat]?.trim()) || say("Player {number}", { number: seat + 1 }) };
    });
    const options = {};
    for (const element of byId("options").querySelectorAll("[data-option]")) {
      options[element.dataset.option] = element.type === "checkbox" ? element.checked : JSON.parse(element.value);
    }
    return {
      game: this.game.game,
      seats,
      name: byId("table-title").value.trim(),
      board: byId("board-choice").value,
      options,
      public: byId("public").checked,
      hot_seat: hot,
      hints: byId("hints").checked,
      time_limit: Number(byId("time-limit").value) || null,
    };
  }

  submit(event) {
    event.preventDefault();
    busy(byId("create"), async () => {
      const name = byId("your-name").value.trim();
      if (name && name !== this.form.dataset.name) await ask("/api/me", { method: "PUT", body: { name } });
      const table = await askWhenReady("/api/tables", { method: "POST", body: this.body() });
      location.href = `/table/${table.id}`;
    });
  }
}

/** An option's name as the catalogue says it, else in its own words. */
function optionWords(name) {
  const known = {
    open_points: say("Open points: everyone's points are shown all the time"),
    support: say("Committing tiles in a conflict"),
    free: say("any number"),
    english: say("only as many as can decide it (English rules)"),
    forts: say("With forts"),
  };
  return known[name] ?? name.replaceAll("_", " ");
}

async function start() {
  settingsButton();
  const { games, strengths } = await askWhenReady("/api/games");
  new NewTable(byId("new"), games, strengths);
}

start();
