// A table with friends: game, seats, bots, board, options; then its waiting room.

import { ask, askWhenReady, busy, byId, fieldById, go, language, make, say } from "./core.js";
import { beginHere } from "./device.js";
import { duration } from "./lobby.js";
import { strengthName, strengths } from "./panels.js";
import { settingsButton } from "./settings.js";
import { alone } from "./site.js";

const MINUTE = 60, HOUR = 3600, DAY = 86400;
const TIMES = [30, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE, 45 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY];
const INCREMENTS = [0, 5, 10, 20, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY];
const LEAST_TOTAL = 5 * MINUTE; // a whole game in less is no game

/** Whether all of the game happens on this device. */
const isHere = () => alone || /** @type {HTMLInputElement | null} */ (document.getElementById("on-device"))?.checked === true;

/**
 * What a seat is that nobody has said anything of: free, or where nobody else can come somebody's at this device, or a bot's.
 * @param {number} seat
 */
function free(seat) {
  if (!isHere()) return "open";
  return fieldById("hot-seat").checked && seat === 1 ? "me" : strengths.usual;
}

class NewTable {
  /**
   * @param {HTMLElement} form
   * @param {Api.GameFacts[]} games
   */
  constructor(form, games) {
    this.form = form;
    this.games = games;
    this.count = 4;
    /** @type {string[]} per seat: "me", "open", or a bot's strength */
    this.kinds = [];
    /** @type {(string | undefined)[]} per seat, for several on one device */
    this.names = [];
    form.addEventListener("change", (event) => this.changed(/** @type {HTMLInputElement} */ (event.target)));
    form.addEventListener("submit", (event) => this.submit(event));
    this.chooseGame();
    this.chooseClock();
  }

  /** The times that make sense for the kind of clock. */
  chooseClock() {
    const kind = fieldById("clock").value;
    byId("times").hidden = !kind;
    byId("increment-field").hidden = kind !== "total";
    const usual = kind === "total" ? 20 * MINUTE : 2 * MINUTE;
    const times = TIMES.filter((seconds) => kind !== "total" || seconds >= LEAST_TOTAL);
    byId("time-limit").replaceChildren(...times.map((seconds) => make("option", { value: seconds, selected: seconds === usual }, duration(seconds))));
    byId("increment").replaceChildren(...INCREMENTS.map((seconds) => make("option", { value: seconds, selected: seconds === 10 }, seconds ? duration(seconds) : say("nothing"))));
  }

  get game() {
    /** @type {HTMLInputElement | null} */
    const chosen = this.form.querySelector("[name=game]:checked");
    return this.games.find((one) => one.game === chosen?.value) ?? this.games[0];
  }

  /** @param {HTMLInputElement} element */
  changed(element) {
    if (element.name === "game") this.chooseGame();
    else if (element.name === "players") this.chooseCount(Number(element.value));
    else if (element.id === "hot-seat") this.showSeats();
    else if (element.id === "clock") this.chooseClock();
    else if (element.id === "on-device") this.chooseDevice();
  }

  /** Nobody else comes to a game on this device: no free seats, no clock, no list. */
  chooseDevice() {
    const device = isHere();
    this.kinds = this.kinds.map((kind) => (device && kind === "open" ? strengths.usual : kind));
    for (const id of ["public", "clock"]) /** @type {HTMLElement} */ (byId(id).closest(".check, .field")).hidden = device;
    byId("free-seats").hidden = device;
    if (device) {
      fieldById("public").checked = false;
      fieldById("clock").value = "";
      this.chooseClock();
    }
    this.showSeats();
  }

  chooseGame() {
    const [least, most] = this.game.players;
    const wanted = Math.min(Math.max(this.count, least), most);
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
    byId("options").replaceChildren(...Object.entries(this.game.options).filter(([, values]) => values.length > 1).map(([name, values]) => this.option(name, values)));
    this.chooseCount(wanted);
  }

  /**
   * @param {string} name
   * @param {(boolean | string | number)[]} values the default first
   */
  option(name, values) {
    const words = this.game.option_words[name] ?? { label: name, help: "", values: [] };
    const help = words.help ? make("small", {}, words.help) : "";
    if (values.every((value) => typeof value === "boolean")) {
      const check = make("input", { type: "checkbox", "data-option": name, checked: values[0] });
      return make("label", { class: "check" }, check, make("span", { class: "field" }, words.label, help));
    }
    const choices = values.map((value, index) => make("option", { value: JSON.stringify(value) }, words.values[index] ?? String(value)));
    const choice = make("select", { id: `option-${name}`, "data-option": name }, ...choices);
    return make("div", { class: "field" }, make("label", { for: `option-${name}` }, words.label), choice, help);
  }

  /** @param {number} count */
  chooseCount(count) {
    this.count = count;
    while (this.kinds.length < count) this.kinds.push(this.kinds.length === 0 ? "me" : free(this.kinds.length));
    const fitting = this.game.boards.filter((board) => board.players.includes(count));
    const usual = this.game.default_boards[String(count)];
    byId("board-choice").replaceChildren(...fitting.map((board) => make("option", { value: board.id, selected: board.id === usual }, board.title)));
    byId("board-field").hidden = fitting.length < 2;
    this.showSeats();
  }

  showSeats() {
    const hot = fieldById("hot-seat").checked;
    const rows = [];
    for (let seat = 0; seat < this.count; seat += 1) {
      if (!hot && seat > 0 && this.kinds[seat] === "me") this.kinds[seat] = free(seat);
      rows.push(this.seatRow(seat, hot));
    }
    byId("seats").replaceChildren(...rows);
  }

  /**
   * @param {number} seat
   * @param {boolean} hot
   */
  seatRow(seat, hot) {
    const kind = this.kinds[seat];
    const mine = seat === 0;
    const choice = make(
      "select",
      {
        "aria-label": say("Player in seat {number}", { number: seat + 1 }),
        onchange: (event) => {
          this.kinds[seat] = event.currentTarget.value;
          this.showSeats();
          byId("seats").children[seat]?.querySelector("select")?.focus();
        },
      },
      ...(mine || hot ? [make("option", { value: "me", selected: kind === "me" }, mine ? say("me") : say("on this device"))] : []),
      ...(mine || isHere() ? [] : [make("option", { value: "open", selected: kind === "open" }, say("for a friend"))]),
      ...Object.keys(strengths.words).map((one) => make("option", { value: one, selected: kind === one }, strengthName(one))),
    );
    /** @type {Record<string, string>} */
    const words = { me: say("You"), open: say("Free seat") };
    /** @type {HTMLElement} */
    let name = make("span", { class: "name" }, words[kind] ?? say("Bot"));
    if (hot && kind === "me" && !mine) {
      name = make("input", {
        type: "text",
        maxlength: 40,
        "aria-label": say("Name of player {number}", { number: seat + 1 }),
        placeholder: say("Player {number}", { number: seat + 1 }),
        value: this.names[seat] ?? "",
        oninput: (event) => (this.names[seat] = event.currentTarget.value),
      });
    }
    return make("li", { class: kind === "open" ? "open" : "" }, make("span", { class: "number" }, seat + 1), name, choice);
  }

  clock() {
    const kind = fieldById("clock").value;
    if (!kind) return {};
    const increment = kind === "total" ? Number(fieldById("increment").value) : 0;
    return { clock: kind, time_limit: Number(fieldById("time-limit").value), increment };
  }

  body() {
    const hot = fieldById("hot-seat").checked;
    const mine = fieldById("your-name").value.trim();
    const seats = this.kinds.slice(0, this.count).map((kind, seat) => {
      if (kind === "open") return { kind };
      if (kind !== "me") return { kind: "bot", strength: kind };
      if (!hot) return isHere() && mine ? { kind, name: mine } : { kind };
      return { kind, name: (seat === 0 ? mine : this.names[seat]?.trim()) || say("Player {number}", { number: seat + 1 }) };
    });
    /** @type {Record<string, unknown>} */
    const options = {};
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = byId("options").querySelectorAll("[data-option]");
    for (const element of fields) {
      options[String(element.dataset.option)] = element.type === "checkbox" ? element.checked : JSON.parse(element.value);
    }
    return {
      game: this.game.game,
      seats,
      name: fieldById("table-title").value.trim(),
      board: fieldById("board-choice").value,
      options,
      public: fieldById("public").checked,
      hot_seat: hot,
      hints: fieldById("hints").checked,
      ...this.clock(),
      best_of: Number(fieldById("best-of").value),
      lot: true,
    };
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    busy(byId("create"), async () => {
      const name = fieldById("your-name").value.trim();
      if (name && name !== this.form.dataset.name) await ask("/api/me", { method: "PUT", body: { name } });
      if (isHere() && !alone) {
        beginHere(this.body());
        return;
      }
      /** @type {Api.Table} */
      const table = await askWhenReady("/api/tables", { method: "POST", body: this.body() });
      go(`/table/${table.id}`);
    });
  }
}

async function start() {
  settingsButton();
  /** @type {Api.GamesFacts} */
  const { games } = await askWhenReady("/api/games", { query: { language } });
  new NewTable(byId("new"), games);
}

start();
