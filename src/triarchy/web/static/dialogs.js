// Small dialogs of the table: the reader's name, the whole of a hint, and the list of keys.

import { ask, dialog, make, refusal, say, toast } from "./core.js";

/** The reader's name, asked when something needs one; false if none was given. */
export async function askName() {
  const input = make("input", { type: "text", id: "given-name", maxlength: 40, autocomplete: "nickname", required: true, autofocus: true });
  /** @type {HTMLFormElement} */
  const form = make(
    "form",
    { class: "field", onsubmit: async (event) => {
      event.preventDefault();
      await ask("/api/me", { method: "PUT", body: { name: input.value.trim() } }).catch((error) => toast(refusal(error).message));
      box.close("yes");
    } },
    make("label", { for: "given-name" }, say("Your name")),
    make("div", { class: "copy" }, input, make("button", { class: "button primary", type: "submit" }, say("Save"))),
  );
  const box = dialog(say("What's your name?"), form);
  return (await box.closed) === "yes";
}

/**
 * A hint as something to press: where there is room for some lines only, the rest is read in a dialog.
 * @param {HTMLElement} advice
 */
export function readWhole(advice) {
  const open = () => dialog(say("Hint"), make("p", {}, ...advice.cloneNode(true).childNodes));
  return make("button", { type: "button", class: "whole", onclick: open }, advice);
}

export function showShortcuts() {
  const rows = [
    ["← ↑ → ↓", say("next possible move")],
    ["Enter", say("play the selected move")],
    ["Esc", say("choose again, close")],
    ["U", say("undo")],
    ["H", say("hint")],
    ["R", say("rules of the current phase")],
    ["W", say("arrow keys include illegal moves (Enter explains)")],
    ["S", say("next symbol: what is this?")],
    ["/", say("type a move")],
    ["B", say("the board in words")],
    ["L", say("log")],
    ["C", say("chat")],
    ["M", say("menu")],
    ["+ − 0", say("zoom the board")],
    ["?", say("this list")],
  ];
  const list = make("dl", { class: "facts" }, ...rows.flatMap(([key, words]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)]));
  dialog(say("Keyboard"), list);
}
