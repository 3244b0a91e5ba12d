// Setting a position up by hand: a palette of pieces, places on the board and beside it, numbers. Every
// change is the server's to make and to check; what the rules refuse is said, and nothing changes.

import { askWhenReady, button, closest, drawing, icon, make, refusal, say } from "./core.js";
import { ahead, DIRECTIONS } from "./board/targets.js";

const STOREYS = 3; // how many are put at first of a piece of which several can be
const PLACE = "[data-place]";

/** @typedef {{ place?: string, piece?: string | null, setting?: string, number?: number }} Change */

export class SetUp {
  /**
   * @param {HTMLElement} panel
   * @param {import("./board/board.js").BoardView} view
   * @param {{
   *   query: () => Query,
   *   changed: (answer: Api.SetUpPosition) => void,
   *   complain: (sentence: string) => void,
   * }} on
   */
  constructor(panel, view, on) {
    this.panel = panel;
    this.view = view;
    this.on = on;
    /** @type {Api.SetUpPosition | null} null: nothing is being set up */
    this.shown = null;
    /** @type {Record<string, unknown>[]} the positions before each change */
    this.before = [];
    /** The chosen piece; "": what lies there is taken away. */
    this.piece = "";
    this.count = STOREYS;
    this.asked = 0;
    for (const holder of [view.board, panel]) {
      holder.addEventListener("click", (event) => this.press(closest(event, PLACE)));
    }
    view.board.addEventListener("keydown", (event) => this.key(event));
    panel.addEventListener("change", (event) => this.chosen(event));
  }

  /**
   * Begin with a position, given as `POST /api/analyse` takes it; true if it can be set up.
   * @param {Record<string, unknown>} wish
   */
  async begin(wish) {
    this.before = [];
    this.piece = "";
    return this.ask(wish);
  }

  end() {
    this.shown = null;
    this.asked += 1;
    this.panel.hidden = true;
    this.panel.replaceChildren();
  }

  /** Take the last change back. */
  async back() {
    const document = this.before.pop();
    if (document) await this.ask({ document });
  }

  /** @param {Change} change */
  async change(change) {
    if (!this.shown) return;
    const document = this.shown.position;
    if (await this.ask({ document, change })) this.before.push(document);
    if (this.shown) this.on.changed(this.shown);
  }

  /** @param {Record<string, unknown>} body */
  async ask(body) {
    const mine = ++this.asked;
    try {
      /** @type {Api.SetUpPosition} */
      const answer = await askWhenReady("/api/analyse/setup", { method: "POST", body, query: this.on.query() });
      if (mine !== this.asked) return false;
      this.shown = answer;
      this.on.complain("");
      await this.show(answer);
      return true;
    } catch (error) {
      if (mine === this.asked) {
        this.on.complain(refusal(error).message);
        if (this.shown) this.show(this.shown); // a number that was refused is as it was
      }
      return false;
    }
  }

  /** @param {Api.SetUpPosition} answer */
  async show(answer) {
    const focus = document.activeElement?.closest(`${PLACE}, [data-setting], input[name="piece"]`);
    const scrolled = this.panel.scrollTop;
    this.panel.hidden = false;
    this.panel.replaceChildren(this.palette(answer), ...answer.rows.map(row), ...settings(answer.settings));
    this.panel.scrollTop = scrolled;
    this.on.changed(answer);
    const showing = this.view.show(answer.board, "", { moving: false });
    this.settle(focus instanceof HTMLElement || focus instanceof SVGElement ? focus : null);
    await showing;
  }

  /** One place of the board can be reached by Tab, the others by arrow keys. @param {HTMLElement | SVGElement | null} focus what had it */
  settle(focus) {
    const places = this.places();
    for (const each of places) each.querySelector(":scope > title")?.remove();
    const now = places.find((each) => each.dataset.place === focus?.dataset.place) ?? places[0];
    for (const each of places) each.setAttribute("tabindex", each === now ? "0" : "-1");
    if (!focus) return;
    const { place, setting } = focus.dataset;
    const name = place ? `[data-place="${CSS.escape(place)}"]` : setting ? `[data-setting="${CSS.escape(setting)}"]` : "input:checked";
    const again = /** @type {HTMLElement | null} */ (place && now?.dataset.place === place ? now : this.panel.querySelector(name));
    again?.focus({ preventScroll: true });
  }

  places() {
    return /** @type {SVGElement[]} */ ([...this.view.now.querySelectorAll(PLACE)]);
  }

  /** @param {Api.SetUpPosition} answer */
  palette(answer) {
    if (!answer.pieces.some((piece) => piece.id === this.piece)) this.piece = "";
    const most = answer.pieces.find((piece) => piece.id === this.piece)?.most ?? 1;
    const name = answer.pieces.find((piece) => piece.id === this.piece)?.name ?? say("Remove");
    const count = make("input", { type: "number", min: 1, max: most, value: Math.min(this.count, most), "data-count": true, inputmode: "numeric" });
    return make(
      "fieldset",
      { class: "palette" },
      make("legend", {}, say("Choose a piece, then tap or click where it goes")),
      make("div", { class: "pieces" }, this.radio("", say("Remove"), icon("trash")), ...answer.pieces.map((piece) => this.radio(piece.id, piece.name, drawing(piece.symbol)))),
      make("p", { class: "chosen-piece", role: "status" }, make("strong", {}, name), most > 1 && make("label", {}, say("How many"), count)),
    );
  }

  /**
   * @param {string} value
   * @param {string} name
   * @param {Element} symbol
   */
  radio(value, name, symbol) {
    symbol.setAttribute("aria-hidden", "true");
    const input = make("input", { type: "radio", name: "piece", value, class: "unseen", "aria-label": name, checked: value === this.piece });
    return make("label", { class: "piece", title: name }, input, symbol);
  }

  /** @param {HTMLElement | null} place */
  press(place) {
    if (!this.shown || !place?.dataset.place) return;
    this.change({ place: place.dataset.place, piece: this.piece || null, number: this.number() });
  }

  number() {
    const most = this.shown?.pieces.find((piece) => piece.id === this.piece)?.most ?? 1;
    return Math.max(1, Math.min(this.count, most));
  }

  /** @param {Event} event */
  chosen(event) {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !this.shown) return;
    if (field.name === "piece") {
      this.piece = field.value;
      this.panel.querySelector(".palette")?.replaceWith(this.palette(this.shown));
      /** @type {HTMLElement | null} */ (this.panel.querySelector("input:checked"))?.focus({ preventScroll: true });
    } else if (field.dataset.count !== undefined) this.count = Math.max(1, Number(field.value) || 1);
    else if (field.dataset.setting && field.value !== "") this.change({ setting: field.dataset.setting, number: Math.max(0, Math.trunc(Number(field.value)) || 0) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = /** @type {SVGElement | null} */ (closest(event, PLACE));
    if (!from || !this.shown) return;
    const direction = DIRECTIONS[event.key];
    if (event.key === "Enter" || event.key === " ") this.press(/** @type {any} */ (from));
    else if (direction) {
      const next = ahead(from, this.places(), direction);
      for (const each of this.places()) each.setAttribute("tabindex", each === next ? "0" : "-1");
      next.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  }
}

/** Places beside the board. @param {Api.SetupRow} places */
function row(places) {
  return make(
    "div",
    { class: "slots", role: "group", "aria-label": places.name },
    make("h3", {}, places.name),
    ...places.places.map((place) => {
      const each = button("", () => {}, { kind: "slot", "data-place": place.id, "aria-label": place.name, title: place.name });
      each.replaceChildren(...(place.symbol ? [drawing(place.symbol)] : []));
      return each;
    }),
  );
}

/** Numbers, by what they are parts of. @param {Api.Setting[]} all */
function settings(all) {
  const groups = new Map();
  for (const each of all) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return [...groups].map(([name, parts]) => make("div", { class: "numbers", role: name ? "group" : null, "aria-label": name || null }, name && make("h3", {}, name), ...parts.map(number)));
}

/** @param {Api.Setting} setting */
function number(setting) {
  const { id, value, low, high, names } = setting;
  const field = names.length
    ? make("select", { "data-setting": id }, ...names.map((name, i) => make("option", { value: low + i, selected: low + i === value }, name)))
    : make("input", { type: "number", "data-setting": id, min: low, max: high, value, inputmode: "numeric" });
  return make("label", {}, make("span", {}, setting.name), field);
}
