// Language, theme and name: a dialog that every page can open.

import { ask, busy, button, dialog, language, make, memory, refusal, say, toast } from "./core.js";
import { here, offlineChoices } from "./device.js";
import { isOn, quietHours, setQuiet, switchOff, switchOn, whyNot } from "./notify.js";
import { alone, inLanguage } from "./site.js";
import { audible, switchSound } from "./sounds.js";
import { offered, thinking, thinksHere } from "./thinking.js";

const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" };

/** @param {() => void} [onchange] */
export function themeChoices(onchange) {
  const themes = { auto: say("Same as device"), light: say("Light"), dark: say("Dark") };
  return choices("theme", say("Appearance"), themes, document.documentElement.dataset.theme, (theme) => {
    document.documentElement.dataset.theme = theme;
    onchange?.();
    ask("/api/me", { method: "PUT", body: { theme } }).catch((error) => toast(refusal(error).message));
  });
}

export function languageChoices() {
  return choices("language", say("Language"), LANGUAGES, language, async (chosen) => {
    try {
      await ask("/api/me", { method: "PUT", body: { language: chosen } });
      if (alone) inLanguage(chosen);
      else location.reload();
    } catch (error) {
      toast(refusal(error).message);
    }
  });
}

function speedChoices() {
  const speeds = { off: say("not at all"), fast: say("fast"), normal: say("normal"), slow: say("slow") };
  return choices("speed", say("Show other players' moves one by one"), speeds, memory.get("speed") ?? "normal", (chosen) => memory.set("speed", chosen));
}

/**
 * A row of radio buttons that look like one switch.
 * @param {string} name
 * @param {string} legend
 * @param {Record<string, string>} values
 * @param {string | undefined} chosen
 * @param {(value: string) => void} onchange
 */
export function choices(name, legend, values, chosen, onchange) {
  const rows = Object.entries(values).map(([value, words]) =>
    make(
      "label",
      { class: "choice" },
      make("input", { type: "radio", name, value, checked: value === String(chosen), onchange: () => onchange(value) }),
      make("span", {}, words),
    ),
  );
  return make(
    "fieldset",
    { class: "plain" },
    make("legend", { class: "label" }, legend),
    make("div", { class: "choices" }, ...rows),
  );
}

/** Being told of one's turn, and when not to be. */
async function notifications() {
  const why = await whyNot().catch(() => "");
  if (!("Notification" in globalThis)) return make("p", { class: "aside" }, why);
  const quiet = quietHours();
  const attempt = (/** @type {() => Promise<unknown>} */ work) => work().catch((error) => toast(refusal(error).message));
  const begin = make("input", { type: "time", value: quiet?.begin ?? "22:00", "aria-label": say("Quiet from") });
  const end = make("input", { type: "time", value: quiet?.end ?? "08:00", "aria-label": say("Quiet until") });
  const isQuiet = make("input", { type: "checkbox", checked: quiet !== null });
  for (const field of [isQuiet, begin, end]) {
    field.addEventListener("change", () => {
      const wanted = isQuiet.checked && begin.value && end.value;
      attempt(() => setQuiet(wanted ? { begin: begin.value, end: end.value } : null));
    });
  }
  const hours = make("div", { class: "quiet-hours", hidden: !isOn() || why !== "" }, make("label", { class: "check" }, isQuiet, say("Quiet hours")), begin, end);
  const on = make("input", {
    type: "checkbox",
    checked: isOn(),
    onchange: () => attempt(async () => {
      if (!on.checked) await switchOff();
      else if (!(await switchOn())) toast(say("The browser does not allow notifications for this page."));
      on.checked = isOn();
      hours.hidden = !isOn() || why !== "";
    }),
  });
  const label = make("label", { class: "check" }, on, say("Notify me when it is my turn"));
  return make("div", { class: "stack" }, label, why ? make("p", { class: "aside" }, why) : "", hours);
}

/** Whether hints and reviews are worked out by this device. */
function whereToThink() {
  const box = make("input", { type: "checkbox", id: "think-here", checked: thinksHere(), onchange: (event) => thinking.choose(event.currentTarget.checked) });
  const about = make("small", {}, say("Your browser then does the thinking, from what you can see yourself; the server takes over if that fails or takes too long."));
  return make("label", { class: "check" }, box, make("span", { class: "field" }, say("Work out hints and reviews on this device"), " ", about));
}

/** What this browser keeps for playing without a connection. */
async function offline() {
  /** @type {Api.GamesFacts} */
  const { games } = await ask("/api/games", { query: { language } }).catch(() => ({ games: [] }));
  return offlineChoices(Object.fromEntries(games.map((each) => [each.game, each.title])));
}

/** @param {() => void} [onchange] after the appearance has changed */
export async function openSettings(onchange) {
  /** @type {{ name: string }} */
  const me = await ask("/api/me").catch(() => ({ name: "" }));
  const name = make("input", { type: "text", id: "own-name", maxlength: 40, autocomplete: "nickname", value: me.name });
  const confirmTurns = make("input", {
    type: "checkbox",
    checked: memory.get("confirm") !== "no",
    onchange: (event) => memory.set("confirm", event.currentTarget.checked ? "yes" : "no"),
  });
  const sounds = make("input", { type: "checkbox", id: "sounds", checked: audible(), onchange: (event) => switchSound(event.currentTarget.checked) });
  const save = button(say("Save name"), () =>
    busy(save, async () => {
      if (name.value.trim()) await ask("/api/me", { method: "PUT", body: { name: name.value.trim() } });
      toast(say("Saved."));
    }),
  );
  const content = make(
    "div",
    { class: "stack" },
    make(
      "div",
      { class: "field" },
      make("label", { for: "own-name" }, say("Your name at the table")),
      make("div", { class: "copy" }, name, save),
    ),
    languageChoices(),
    themeChoices(onchange),
    make("label", { class: "check" }, confirmTurns, say("Confirm moves I can't undo")),
    make("label", { class: "check" }, sounds, say("Sounds (phones also vibrate on my turn)")),
    speedChoices(),
    offered() ? whereToThink() : "",
    here || alone ? await offline() : "",
    alone ? "" : await notifications(),
    alone ? "" : make("p", {}, make("a", { href: "/you" }, say("My seats on other devices, sign out"))),
  );
  dialog(say("Settings"), content);
}

/** @param {() => void} [onchange] */
export function settingsButton(onchange) {
  document.getElementById("settings")?.addEventListener("click", () => openSettings(onchange));
}
