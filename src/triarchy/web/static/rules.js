// The rules in short: a drawer at the table, opened at the paragraph of the present phase, and a
// page of its own.

import { ask, askWhenReady, byId, dialog, language, make, say } from "./core.js";
import { settingsButton } from "./settings.js";

/**
 * @param {Api.RulesText} rules
 * @param {string | null} phase
 */
function sections(rules, phase) {
  return make(
    "div",
    { class: "rules" },
    ...rules.sections.map((section) =>
      make(
        "section",
        { id: `rule-${section.anchor}`, class: section.anchor === phase ? "here" : "", tabindex: section.anchor === phase ? "-1" : null },
        make("h3", {}, section.heading, section.anchor === phase ? make("small", {}, say("now")) : ""),
        ...section.paragraphs.map((paragraph) => make("p", {}, paragraph)),
      ),
    ),
  );
}

/**
 * @param {string} game
 * @param {string | null} phase
 */
export async function openRules(game, phase) {
  /** @type {Api.RulesText} */
  const rules = await ask(`/api/games/${game}/rules`, { query: { language } });
  const content = sections(rules, phase);
  dialog(say("Rules of {game}", { game: rules.title }), content, { kind: "drawer" });
  /** @type {HTMLElement | null} */
  const here = content.querySelector(".here");
  here?.scrollIntoView({ block: "start" });
  here?.focus({ preventScroll: true });
}

async function page() {
  settingsButton();
  const holder = byId("rules-text");
  /** @type {Api.RulesText} */
  const rules = await askWhenReady(`/api/games/${holder.dataset.game}/rules`, { query: { language } });
  holder.replaceChildren(sections(rules, null));
}

if (document.documentElement.dataset.page === "rules") page();
