// The table's menu: hand over the seat, rematch, share, record, appearance, delete.

import { ask, busy, button, confirmed, dialog, go, icon, make, refusal, say, toast } from "./core.js";
import { showShortcuts } from "./dialogs.js";
import { isOn, switchOff, switchOn } from "./notify.js";
import { languageChoices, openSettings, themeChoices } from "./settings.js";
import { linkToShare } from "./sharing.js";
import { alone } from "./site.js";

/**
 * A new table with the same settings; whoever asks gets a seat in it.
 * @param {string} id
 */
export async function rematch(id) {
  /** @type {Api.Table} */
  const table = await ask(`/api/tables/${id}/rematch`, { method: "POST", body: {} });
  go(`/table/${table.id}`);
}

/** @param {import("./table.js").TablePage} page */
export function openMenu(page) {
  const { id } = page;
  const { screen } = page.state;
  if (!screen) return;
  const over = Boolean(screen.result);
  const seated = screen.held.length > 0;
  const close = () => box.close("");
  /**
   * @param {string} words
   * @param {string} symbol
   * @param {(event: At<MouseEvent, HTMLElement>) => unknown} action
   */
  const item = (words, symbol, action) => button(words, action, { kind: "quiet wide", symbol });
  const items = [
    alone ? "" : item(say("Share this table"), "link", () => { close(); share(screen); }),
    make("a", { class: "button quiet wide", href: `/replay/${id}` }, icon("back"), say("Replay")),
    over ? make("a", { class: "button quiet wide", href: `/api/tables/${id}/record?names=true`, download: "" }, icon("down"), say("Download the game file")) : "",
    over && screen.table.played ? item(say("Play again"), "again", (event) => busy(event.currentTarget, () => rematch(id))) : "",
    seated && !alone ? item(say("Continue on another device"), "carry", () => { close(); carry(id); }) : "",
    "Notification" in globalThis && !alone ? item(notifyWords(), "bell", async (event) => {
      const words = event.currentTarget.lastElementChild;
      await toggleNotify();
      if (words) words.textContent = notifyWords();
    }) : "",
    make("a", { class: "button quiet wide", href: `/learn/${screen.table.game}`, target: "_blank" }, icon("hint"), say("Learn by playing")),
    make("a", { class: "button quiet wide", href: `/puzzles/${screen.table.game}`, target: "_blank" }, icon("check"), say("Puzzles")),
    item(say("Fair shuffle"), "shield", () => { close(); fair(screen); }),
    item(say("Board in words"), "log", () => { close(); page.words.open(); }),
    seated && !over ? item(say("Type a move"), "keys", () => { close(); page.typing.open(); }) : "",
    item(say("Keyboard"), "keys", () => { close(); showShortcuts(); }),
    item(say("Settings"), "settings", () => { close(); openSettings(() => page.redraw()); }),
    seated && !over ? item(say("Resign (a bot takes over)"), "flag", () => { close(); resign(page); }) : "",
    screen.table.mine ? item(say("Delete the table"), "trash", () => { close(); remove(id); }) : "",
  ];
  const content = make(
    "div",
    { class: "stack" },
    make("div", { class: "menu" }, ...items.filter(Boolean)),
    languageChoices(),
    themeChoices(() => page.redraw()),
  );
  const box = dialog(say("Menu"), content, { kind: "drawer" });
}

function notifyWords() {
  return isOn() ? say("Turn off notifications") : say("Notify me when it is my turn");
}

async function toggleNotify() {
  try {
    if (isOn()) await switchOff();
    else if (!(await switchOn())) toast(say("The browser does not allow notifications for this page."));
  } catch (error) {
    toast(refusal(error).message);
  }
}

/** @param {Api.Screen} screen */
function share(screen) {
  const link = screen.table.link || location.href;
  dialog(
    say("Share this table"),
    make("div", { class: "stack" }, make("p", {}, say("Friends with a seat play; everyone else watches.")), linkToShare(link, say("Link to this table"), `/api/tables/${screen.table.id}/qr`)),
  );
}

/** @param {string} id */
async function carry(id) {
  try {
    /** @type {Api.Carry} */
    const { link, minutes, qr } = await ask(`/api/tables/${id}/carry`, { method: "POST", body: {} });
    const words = say("Open this private link on the other device within {minutes} minutes. It works once. Anyone who has it can play your seat.", { minutes });
    dialog(say("Continue on another device"), make("div", { class: "stack" }, make("p", {}, words), linkToShare(link, say("Private link"), `data:image/svg+xml,${encodeURIComponent(qr)}`)));
  } catch (error) {
    toast(refusal(error).message);
  }
}

/** @param {Api.Screen} screen */
function fair(screen) {
  const { commitment, seed, salt } = screen.fair;
  const rows = [[say("Fingerprint"), commitment]];
  if (seed !== null) rows.push([say("Seed"), seed], [say("Salt"), salt]);
  const list = make("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, make("code", {}, String(value)))]));
  const words = seed === null
    ? say("The shuffle was fixed before the game began; this fingerprint proves it. Seed and salt are shown at the end.")
    : say("The fingerprint is the SHA-256 of seed, colon and salt: anyone can check that nothing was changed.");
  dialog(say("Fair shuffle"), make("div", { class: "stack" }, make("p", {}, words), list));
}

/** @param {import("./table.js").TablePage} page */
async function resign(page) {
  const words = say("From now on a bot plays your seat; you can keep watching.");
  if (!(await confirmed(say("Resign?"), words, say("Resign")))) return;
  try {
    await ask(page.path("/resign"), { method: "POST", body: page.state.screen && page.state.screen.held.length > 1 ? { seat: page.state.screen.seat } : {} });
    await page.refresh();
  } catch (error) {
    toast(refusal(error).message);
  }
}

/** @param {string} id */
async function remove(id) {
  if (!(await confirmed(say("Delete the table?"), say("It disappears for everyone."), say("Delete")))) return;
  try {
    await ask(`/api/tables/${id}`, { method: "DELETE" });
    go("/");
  } catch (error) {
    toast(refusal(error).message);
  }
}
