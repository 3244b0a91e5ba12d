// The review of a finished game: a curve of win chances that is the slider, and a panel about each turn.

import { ask, askWhenReady, button, byId, drawing, fieldById, isDark, language, make, refusal, say, toast } from "./core.js";

const POLL = 1000; // milliseconds between two questions while a review is being worked out
const PACE = 900; // milliseconds between two moves of a better turn

/** Whether there is little room for a curve besides the board. */
const isLow = () => matchMedia("(max-height: 500px), (max-width: 719px) and (max-height: 780px)").matches;

/**
 * What the review needs of the page that it is part of.
 * @typedef {{
 *   id: string, wanted: number, last: number,
 *   view: import("./board.js").BoardView,
 *   sheets: import("./panels.js").Sheets,
 *   go: (number: number) => Promise<void>, pause: () => void,
 * }} Page
 */

export class ReviewPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Api.Review | null} */
    this.review = null;
    /** @type {number[]} */
    this.held = [];
    this.asking = false;
    this.low = false;
    this.showing = 0;
    /** @type {Api.ReviewedPart | null} whose better turn the board shows */
    this.better = null;
    this.button = byId("review");
    this.curve = byId("curve");
    this.panel = byId("review-panel");
    this.button.addEventListener("click", () => this.start());
    this.listen();
  }

  /**
   * The page shows another position.
   * @param {Api.Screen} screen
   */
  shown(screen) {
    const finished = ["over", "record"].includes(screen.table.status);
    this.held = screen.held;
    this.button.hidden = !finished || this.asking || this.review !== null;
    this.showing += 1;
    this.follow(screen.number);
    const { better } = this;
    this.better = null;
    // Drawn anew for another width, it is still the better turn that is looked at.
    if (better?.first === screen.number) this.showBetter(better);
  }

  async start() {
    if (this.asking || this.review) return;
    this.asking = true;
    this.button.hidden = true;
    byId("review-progress").hidden = false;
    try {
      while (!this.review) {
        const state = await this.ask(byId("review-progress").clientWidth);
        this.progress(state.done, state.of);
        if (state.review) this.open(state.review);
        else await new Promise((done) => setTimeout(done, POLL));
      }
    } catch (error) {
      toast(refusal(error).message);
      this.button.hidden = false;
    }
    this.asking = false;
    byId("review-progress").hidden = true;
  }

  /**
   * How far the review is, and when it is done all of it, with a curve of this width.
   * @param {number} wide
   */
  ask(wide) {
    const width = Math.max(240, Math.min(2400, Math.round(wide)));
    this.low = isLow();
    return askWhenReady(`/api/tables/${this.page.id}/review`, { method: "POST", body: {}, query: { language, width, low: this.low } });
  }

  /** Another curve where the page has become much wider, narrower or lower: this one would be blown up, or too small to read. */
  async fit() {
    const width = this.curve.clientWidth;
    if (this.asking || !this.review || !width) return;
    const fits = width > 0.75 * this.review.width && width < 1.25 * this.review.width;
    if (fits && this.low === isLow()) return;
    this.asking = true;
    try {
      const { review } = await this.ask(width);
      if (review) this.draw(review);
    } catch (error) {
      refusal(error);
    }
    this.asking = false;
    if (this.curve.clientWidth !== width) this.fit();
  }

  /**
   * @param {number} done
   * @param {number} of
   */
  progress(done, of) {
    const bar = /** @type {HTMLProgressElement} */ (byId("review-bar"));
    bar.max = Math.max(1, of);
    bar.value = done;
    byId("review-words").textContent = say("Reviewing: {done} of {of} turns", { done, of });
  }

  /** @param {Api.Review} review */
  draw(review) {
    this.review = review;
    const picture = drawing(review.curve);
    picture.setAttribute("aria-hidden", "true");
    this.curve.replaceChildren(picture);
    this.follow(this.page.wanted);
  }

  /** @param {Api.Review} review */
  open(review) {
    this.draw(review);
    this.curve.hidden = false;
    const track = fieldById("number").closest(".track");
    if (track instanceof HTMLElement) track.hidden = true;
    byId("review-sheet").hidden = false;
    byId("review-tab").hidden = false;
    byId("review-about").textContent = review.about;
    this.figures(review);
    byId("mine-only-row").hidden = !this.held.length;
    this.curve.focus({ preventScroll: true });
  }

  /**
   * A column for each seat: there may be five of them beside a board.
   * @param {Api.Review} review
   */
  figures(review) {
    const [, ...kinds] = review.columns;
    const names = review.seats.map((seat) => make("th", { scope: "col", title: seat.name }, drawing(seat.stroke), make("span", {}, seat.name)));
    const rows = kinds.map((kind, index) => make("tr", {}, make("th", { scope: "row" }, kind), ...review.seats.map((seat) => make("td", {}, seat.figures[index]))));
    byId("review-figures").replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...names)), make("tbody", {}, ...rows)));
  }

  /**
   * The line of the present, and the words for the turn that comes next.
   * @param {number} number
   */
  follow(number) {
    const review = this.review;
    if (!review) return;
    const now = this.curve.querySelector(".now");
    const inner = review.width - review.left - review.right;
    const x = String(review.left + (inner * number) / Math.max(1, this.page.last));
    now?.setAttribute("x1", x);
    now?.setAttribute("x2", x);
    const part = review.parts.find((each) => each.first <= number && number < each.last) ?? null;
    const chances = part ? part.chances : (review.parts.at(-1)?.after ?? []);
    const words = review.seats.map((seat, index) => `${seat.name} ${chances[index]}`).join(", ");
    this.curve.setAttribute("aria-valuemax", String(this.page.last));
    this.curve.setAttribute("aria-valuenow", String(number));
    this.curve.setAttribute("aria-valuetext", `${number} / ${this.page.last}: ${words}`);
    this.tell(part, words);
  }

  /**
   * @param {Api.ReviewedPart | null} part
   * @param {string} chances
   */
  tell(part, chances) {
    if (!part) {
      this.panel.replaceChildren(make("p", {}, say("The end of the game: {chances}", { chances })));
      return;
    }
    const better = part.better.length
      ? make(
        "div",
        { class: "better" },
        make("h4", {}, say("The better turn")),
        ...part.better.map((line) => make("p", {}, line)),
        button(say("Show it on the board"), () => this.uncover(part), { symbol: "play" }),
      )
      : null;
    this.panel.replaceChildren(
      make("h3", { class: part.kind }, part.title, part.called ? `: ${part.called}` : ""),
      make("p", { class: "aside" }, chances),
      ...part.played.map((line) => make("p", {}, line)),
      ...part.said.map((line) => make("p", { class: "said" }, line)),
      ...(better ? [better] : []),
    );
  }

  /**
   * Play the better turn where it can be seen: on a phone the panel lies over the board.
   * @param {Api.ReviewedPart} part
   */
  uncover(part) {
    this.page.sheets.close();
    this.showBetter(part);
  }

  /**
   * Play the better turn on the board, move by move; any step in the game ends it.
   * @param {Api.ReviewedPart} part
   */
  async showBetter(part) {
    const { page } = this;
    page.pause();
    if (page.wanted !== part.first) await page.go(part.first);
    const mine = ++this.showing;
    this.better = part;
    const query = { first: part.first, language, dark: isDark(), width: page.view.width, hand: page.view.handWidth };
    try {
      for (let step = 1; step <= part.steps; step++) {
        const turn = await ask(`/api/tables/${page.id}/review/better`, { query: { ...query, step } });
        if (this.showing !== mine) return;
        await page.view.show(turn.board, turn.hand, { moving: true });
        await new Promise((done) => setTimeout(done, PACE));
        if (this.showing !== mine) return;
      }
      byId("prompt").textContent = `${say("The better turn")}: ${part.better.join(" ")}`;
      byId("live").textContent = part.better.join(" ");
    } catch (error) {
      toast(refusal(error).message);
    }
  }

  /**
   * To the next mistake in a direction.
   * @param {1 | -1} way
   */
  jump(way) {
    const mine = fieldById("mine-only").checked;
    const mistakes = (this.review?.parts ?? []).filter((part) => part.kind && (!mine || this.held.includes(part.seat)));
    const here = this.page.wanted;
    const next = way > 0 ? mistakes.find((part) => part.first > here) : mistakes.findLast((part) => part.first < here);
    if (next) this.page.go(next.first);
    else toast(mistakes.length ? say("There is no further mistake in this direction.") : say("No mistake was found."));
  }

  listen() {
    new ResizeObserver(() => this.fit()).observe(this.curve);
    byId("mistake-back").addEventListener("click", () => this.jump(-1));
    byId("mistake-next").addEventListener("click", () => this.jump(1));
    /** @param {PointerEvent} event */
    const to = (event) => {
      const review = this.review;
      if (!review) return;
      const box = this.curve.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * review.width;
      const inner = review.width - review.left - review.right;
      const mark = event.target instanceof Element ? event.target.closest("[data-number]") : null;
      const at = mark ? Number(mark.getAttribute("data-number")) : Math.round(((x - review.left) / inner) * this.page.last);
      const number = Math.max(0, Math.min(this.page.last, at));
      if (number !== this.page.wanted) this.page.go(number);
    };
    this.curve.addEventListener("pointerdown", (event) => {
      this.page.pause();
      to(event);
      this.curve.setPointerCapture(event.pointerId);
    });
    this.curve.addEventListener("pointermove", (event) => {
      if (this.curve.hasPointerCapture(event.pointerId)) to(event);
    });
    this.curve.addEventListener("keydown", (event) => {
      if (event.key !== "PageUp" && event.key !== "PageDown") return;
      event.preventDefault();
      event.stopPropagation(); // elsewhere on the page these keys go by turns
      this.jump(event.key === "PageDown" ? 1 : -1);
    });
  }
}
