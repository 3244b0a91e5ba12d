// Small sounds, and a phone's buzz when it is the reader's turn; one switch for all of it.

import { isPhone, memory } from "./core.js";

const BUZZ = 60; // milliseconds

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<string, Promise<AudioBuffer>>} */
const loaded = new Map();

/** Whether sounds are played: what the reader has chosen, else not on phones. */
export const audible = () => (memory.get("sound") ?? (isPhone() ? "off" : "on")) === "on";

/** @param {boolean} on */
export function switchSound(on) {
  memory.set("sound", on ? "on" : "off");
  if (on) play("turn");
}

/**
 * @param {AudioContext} where
 * @param {string} name
 */
async function load(where, name) {
  const answer = await fetch(new URL(`./sounds/${name}.wav`, import.meta.url));
  return where.decodeAudioData(await answer.arrayBuffer());
}

/**
 * Play a sound if sounds are on; a browser may keep silent until the page has been touched.
 * @param {"move" | "turn" | "points" | "end"} name
 */
export async function play(name) {
  if (!audible() || document.hidden || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  const where = context;
  if (where.state === "suspended" && !navigator.userActivation?.hasBeenActive) return;
  try {
    if (where.state === "suspended") where.resume().catch(() => {});
    const known = loaded.get(name) ?? load(where, name);
    loaded.set(name, known);
    const source = where.createBufferSource();
    source.buffer = await known;
    source.connect(where.destination);
    source.start();
  } catch {
    loaded.delete(name);
  }
}

/** It is the reader's turn: heard, and felt where a phone can; not if everything was switched off. */
export function callToTurn() {
  play("turn");
  if (memory.get("sound") !== "off" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
}
