// The board in words, for who does not see it, and a list to read for everybody: asked for once somebody
// uses keys or opens the list, and from then on on this device.

import { button, dialog, make, memory, say } from "./core.js";

const KEPT = "words";

export class BoardWords {
  /** @param {() => void} ask asks for what is shown again, now with words */
  constructor(ask) {
    this.ask = ask;
    this.on = memory.get(KEPT) === "yes";
    /** @type {Api.PlaceList[]} */
    this.lists = [];
    /** @type {HTMLElement | null} what the open list shows */
    this.opened = null;
    this.section = make("section", { class: "unseen", id: "board-words", "aria-label": say("Board in words") });
    const reach = button(say("Board in words"), () => this.open(), { kind: "skip", id: "in-words", "aria-haspopup": "dialog" });
    document.querySelector(".skip")?.after(reach);
    document.getElementById("hand")?.after(this.section);
  }

  /** From now on the board is told in words. */
  want() {
    if (this.on) return;
    this.on = true;
    memory.set(KEPT, "yes");
    this.ask();
  }

  /** @param {Api.PlaceList[]} lists */
  show(lists) {
    this.lists = lists;
    this.section.replaceChildren(...this.parts("h3"));
    this.opened?.replaceChildren(...this.parts("h3"));
  }

  /** @param {"h3"} level */
  parts(level) {
    return this.lists.flatMap((list) => [make(level, {}, list.title), make("ul", {}, ...list.lines.map((line) => make("li", {}, line)))]);
  }

  open() {
    this.want();
    this.opened = make("div", { class: "in-words scroll", tabindex: 0 }, ...this.parts("h3"));
    dialog(say("Board in words"), this.opened, { kind: "drawer" }).closed.then(() => (this.opened = null));
  }
}
