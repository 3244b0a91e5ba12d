// The review of a finished game: a curve of win chances that is the slider, and a panel about each turn.

import { ask, askWhenReady, button, byId, drawing, fieldById, isDark, language, make, refusal, say, toast } from "./core.js";
import { forgetJudged, judgedOf, keepJudged } from "./judged.js";
import { thinking } from "./thinking.js";

const POLL = 1000; // milliseconds between two questions while a review is being worked out
const PACE = 900; // milliseconds between two moves of a better turn

/** Whether there is little room for a curve besides the board. */
const isLow = () => matchMedia("(max-height: 500px), (max-width: 719px) and (max-height: 780px)").matches;

/**
 * What the review needs of the page that it is part of.
 * @typedef {{
 *   id: string, wanted: number, last: number,
 *   view: import("./board/board.js").BoardView,
 *   sheets: import("./panels.js").Sheets,
 *   go: (number: number) => Promise<void>, pause: () => void,
 * }} Page
 */

/** @typedef {"better" | "played"} Way */

export class ReviewPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Api.Review | null} */
    this.review = null;
    /** @type {number[]} */
    this.held = [];
    this.asking = false;
    /** @type {Api.ReviewQuestion | null} what this device is asked, while it is the one that reviews */
    this.question = null;
    /** @type {unknown[]} what this device has judged of the game */
    this.judged = [];
    this.low = false;
    this.showing = 0;
    /** @type {Api.ReviewedPart | null} whose better turn, or the one played, the board shows */
    this.better = null;
    /** @type {Way} */
    this.way = "better";
    /** The move at which the story was opened: it is told until another one is looked at. @type {number | null} */
    this.storyAt = null;
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
    if (finished && !this.review) thinking.prepare();
    this.button.hidden = !finished || this.asking || this.review !== null;
    this.showing += 1;
    if (this.storyAt !== screen.number) this.storyAt = null;
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
      if (thinking.ready) this.question = await ask(`/api/tables/${this.page.id}/review/question`, { method: "POST", body: {}, query: { language } });
      if (this.question) this.judged = judgedOf(this.page.id, this.question.judge);
      while (!this.review) {
        const state = await this.ask(byId("review-progress").clientWidth);
        this.progress(state.done, state.of);
        if (state.review) this.open(state.review);
        else {
          if (state.found.length) this.showFound(state.found);
          if (!this.question) await new Promise((done) => setTimeout(done, POLL));
        }
      }
    } catch (error) {
      toast(refusal(error).message);
      this.button.hidden = false;
    }
    this.asking = false;
    byId("review-progress").hidden = true;
  }

  /**
   * What has been found so far, the largest first: each can be looked at already.
   * @param {Api.FoundPart[]} found
   */
  showFound(found) {
    byId("review-sheet").hidden = false;
    byId("review-tab").hidden = false;
    const lines = found.map((part) => {
      const words = make("span", {}, make("strong", { class: part.kind }, heading(part)), ` ${part.said}`);
      return make("li", {}, make("button", { type: "button", class: "verdict", onclick: () => this.page.go(part.first) }, words));
    });
    this.panel.replaceChildren(make("p", { class: "aside" }, say("Found so far:")), make("ol", { class: "verdicts" }, ...lines));
  }

  /**
   * How far the review is, and when it is done all of it, with a curve of this width.
   * @param {number} wide
   */
  async ask(wide) {
    const width = Math.max(240, Math.min(2400, Math.round(wide)));
    this.low = isLow();
    const query = { language, width, low: this.low };
    /** @type {Api.ReviewState} */
    const state = (await this.askHere("review", query)) ?? (await askWhenReady(`/api/tables/${this.page.id}/review`, { method: "POST", body: {}, query }));
    return state;
  }

  /**
   * What this device answers, while it is the one that reviews; null where the server is to.
   * @param {"review" | "better"} kind
   * @param {Record<string, unknown>} query
   */
  async askHere(kind, query) {
    const { question, judged, page: { id } } = this;
    if (!question) return null;
    const answer = await thinking.ask({ kind, table: id, question, judged, query });
    if (!answer) {
      this.question = null;
      forgetJudged(id);
    } else if (kind === "review") {
      this.judged = answer.judged;
      keepJudged({ table: id, judge: question.judge, parts: answer.judged, decided: answer.review?.decided ?? null });
    }
    return answer;
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
    byId("review-words").textContent = say("Reviewing: {share}%", { share: Math.floor((100 * done) / Math.max(1, of)) });
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
    this.storyAt = this.page.wanted;
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
    const names = review.seats.map((seat) => make("th", { scope: "col", title: seat.name }, drawing(seat.symbol), drawing(seat.stroke), make("span", {}, seat.name)));
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
    if (!part || this.storyAt !== null) {
      this.tellStory(part ? "" : chances);
      return;
    }
    const better = part.better.length
      ? make(
        "div",
        { class: "better" },
        make("h4", {}, say("The better turn")),
        ...part.better.map((line) => make("p", {}, line)),
        ...part.why.map((line) => make("p", { class: "why" }, line)),
        make(
          "div",
          { class: "ways" },
          button(say("Show it on the board"), () => this.uncover(part, "better"), { symbol: "play", id: "show-better", "aria-pressed": String(this.isShown(part, "better")) }),
          button(say("Turn played"), () => this.uncover(part, "played"), { symbol: "play", id: "show-played", "aria-pressed": String(this.isShown(part, "played")) }),
        ),
      )
      : null;
    this.panel.replaceChildren(
      make("h3", { class: part.kind }, heading(part)),
      make("p", { class: "aside" }, chances),
      ...part.played.map((line) => make("p", {}, line)),
      ...part.said.map((line) => make("p", { class: "said" }, line)),
      ...(better ? [better] : part.why.map((line) => make("p", { class: "why" }, line))),
      button(say("The story of the game"), () => this.reopen(), { kind: "quiet", symbol: "back" }),
    );
  }

  /** How the game was won, where it turned, what to do next time; then every verdict in a line, the greatest first. */
  tellStory(chances = "") {
    const { review } = this;
    if (!review) return;
    const end = chances ? [make("p", { class: "aside" }, say("The end of the game: {chances}", { chances }))] : [];
    const verdicts = review.notable.map((first) => {
      const part = review.parts.find((each) => each.first === first);
      if (!part) return "";
      const words = make("span", {}, make("strong", { class: part.kind }, heading(part)), part.said.length ? ` ${part.said[0]}` : "");
      return make("li", {}, make("button", { type: "button", class: "verdict", onclick: () => this.goTo(part) }, words));
    });
    this.panel.replaceChildren(...review.story.map((line) => make("p", {}, line)), ...end, make("ol", { class: "verdicts" }, ...verdicts));
  }

  /** @param {Api.ReviewedPart} part */
  goTo(part) {
    this.storyAt = null;
    this.page.pause();
    if (this.page.wanted === part.first) this.follow(part.first);
    else this.page.go(part.first);
    this.fromTheTop();
  }

  /** The story again, whatever move is shown. */
  reopen() {
    this.storyAt = this.page.wanted;
    this.tellStory();
    this.fromTheTop();
  }

  /** What is told now is read from its beginning, wherever what was told before had been scrolled to. */
  fromTheTop() {
    byId("review-scroll").scrollTop = 0;
    byId("review-sheet").parentElement?.scrollTo(0, 0);
  }

  /**
   * @param {Api.ReviewedPart} part
   * @param {Way} way
   */
  isShown(part, way) {
    return this.better === part && this.way === way;
  }

  /**
   * Play a turn where it can be seen: on a phone the panel lies over the board.
   * @param {Api.ReviewedPart} part
   * @param {Way} way
   */
  uncover(part, way) {
    this.page.sheets.close();
    this.way = way;
    this.showBetter(part);
  }

  /**
   * Play the better turn, or the one played, on the board, move by move, then mark what it has changed; any
   * step in the game ends it.
   * @param {Api.ReviewedPart} part
   */
  async showBetter(part) {
    const { page, way } = this;
    page.pause();
    if (page.wanted !== part.first) await page.go(part.first);
    const mine = ++this.showing;
    this.better = part;
    for (const each of ["better", "played"]) document.getElementById(`show-${each}`)?.setAttribute("aria-pressed", String(each === way));
    const query = { first: part.first, way, language, dark: isDark(), width: page.view.width, hand: page.view.handWidth };
    const steps = way === "better" ? part.steps : part.last - part.first;
    const which = way === "better" ? say("The better turn") : say("Turn played");
    const lines = way === "better" ? part.better : part.played;
    try {
      /** @type {import("./board/scene.js").Picture} */
      let before = "";
      for (let step = 1; step <= steps; step++) {
        const asked = { ...query, step };
        /** @type {Api.BetterTurn} */
        const turn = (await this.askHere("better", asked)) ?? (await ask(`/api/tables/${page.id}/review/better`, { query: asked }));
        if (this.showing !== mine) return;
        await page.view.show(turn.board, turn.hand, { moving: true });
        ({ before } = turn);
        if (step < steps) await new Promise((done) => setTimeout(done, PACE));
        if (this.showing !== mine) return;
      }
      page.view.explain(before);
      byId("prompt").textContent = `${which}: ${lines.join(" ")}`;
      byId("live").textContent = lines.join(" ");
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
    else toast(mistakes.length ? say("No more mistakes in this direction.") : say("No mistakes found."));
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

/**
 * A part's title with the sign that players know, and what it was.
 * @param {{ title: string, mark: string, called: string }} part
 */
function heading(part) {
  return [part.title, part.mark ? ` ${part.mark}` : "", part.called ? `: ${part.called}` : ""].join("");
}
