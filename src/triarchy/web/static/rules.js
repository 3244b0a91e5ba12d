// The rules in short: a drawer at the table, opened at the paragraph of the present phase, and a
// page of its own.

import { ask, askWhenReady, dialog, language, make, say } from "./core.js";
import { settingsButton } from "./settings.js";

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

export async function openRules(game, phase) {
  const rules = await ask(`/api/games/${game}/rules`, { query: { language } });
  const content = sections(rules, phase);
  dialog(say("Rules of {game}", { game: rules.title }), content, { kind: "drawer" });
  const here = content.querySelector(".here");
  here?.scrollIntoView({ block: "start" });
  here?.focus({ preventScroll: true });
}

async function page() {
  settingsButton();
  const holder = document.getElementById("rules-text");
  const rules = await askWhenReady(`/api/games/${holder.dataset.game}/rules`, { query: { language } });
  holder.replaceChildren(sections(rules, null));
}

if (document.documentElement.dataset.page === "rules") page();
