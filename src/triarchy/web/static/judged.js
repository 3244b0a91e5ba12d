// What this device has judged of finished games: a review goes on where it was left, and one that is done is there at once.

import { memory } from "./core.js";

const MOST = 5; // games of which it is kept, those looked at last
const NAME = "judged";

/** @typedef {{ table: string, judge: number, parts: unknown[], decided: number | null }} Judged */

/** @returns {Judged[]} */
function all() {
  try {
    const found = JSON.parse(memory.get(NAME) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * What has been judged of a game, by this judge: another one would say something else.
 * @param {string} table
 * @param {number} judge
 */
export const judgedOf = (table, judge) => all().find((each) => each.table === table && each.judge === judge)?.parts ?? [];

/** @param {string} table the move with which the part begins that decided this game; null where nobody here has reviewed it */
export const decidedOf = (table) => all().find((each) => each.table === table)?.decided ?? null;

/** @param {Judged} judged in place of what was kept of this game */
export function keepJudged(judged) {
  memory.set(NAME, JSON.stringify([judged, ...all().filter((each) => each.table !== judged.table)].slice(0, MOST)));
}

/** @param {string} table what was kept of it is of no use */
export function forgetJudged(table) {
  memory.set(NAME, JSON.stringify(all().filter((each) => each.table !== table)));
}
