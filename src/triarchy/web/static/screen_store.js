// What the server has told of a table: its newest screen, made of whole ones and of updates, and what each
// event said of the lines of the log. It asks for what is missing, and knows no page.

import { edited as sceneEdited, isScene } from "./board/scene.js";
import { askWhenReady } from "./core.js";

const SOON = 400; // milliseconds in which the stream brings what an answer leaves to it

export class ScreenStore {
  /**
   * @param {string} address the screen's, at the server
   * @param {() => Query} query how screens are to be drawn now
   * @param {import("./stream.js").Stream} stream what brings updates, and is told how they are to be drawn
   */
  constructor(address, query, stream) {
    this.address = address;
    this.query = query;
    this.stream = stream;
    /** @type {Api.Screen | null} the newest screen, which updates are made to */
    this.newest = null;
    /** How it is drawn, as text. */
    this.look = "";
    /** @type {Map<number, Api.Change>} what events have told of each line of the log */
    this.told = new Map();
    /** Somebody waits for a screen to arrive. */
    this.arrived = () => {};
  }

  /** The event of the newest screen, if it is drawn as screens are to be drawn now. */
  get known() {
    return this.look === JSON.stringify(this.query()) ? this.newest?.event ?? null : null;
  }

  /**
   * A whole screen; where it is drawn in another way than the last one, events go on from it.
   * @param {Api.Screen} screen
   * @param {Query} query
   */
  takeWhole(screen, query) {
    const look = JSON.stringify(query);
    this.newest = screen;
    if (look !== this.look) this.stream.open(screen.event, query);
    this.look = look;
  }

  /**
   * The newest screen after what the server told; null if it has to be fetched.
   * @param {Api.Update} update
   */
  receive(update) {
    const next = updated(this.newest, update);
    // Of one version there are several screens: what is chosen and kept back is seen in one of them.
    const other = next?.version === this.newest?.version && next?.event !== this.newest?.event;
    if (next && (!this.newest || other || next.version > this.newest.version)) this.newest = next;
    if (!next && update.set.version === undefined) return null; // of this version, but not of the screen that is known
    return this.newest && this.newest.version >= Number(update.set.version ?? 0) ? this.newest : null;
  }

  /**
   * What an event of the stream says of the game.
   * @param {News} data
   */
  hear(data) {
    // After a take-back the numbers begin again.
    if (data.number < (this.newest?.number ?? 0)) this.told.clear();
    for (const line of data.lines ?? []) this.told.set(line.number, line);
    if (data.screen) this.receive(data.screen);
    this.arrived();
  }

  /** @returns {Promise<Api.Screen>} */
  async fetch() {
    const query = this.query();
    // What has been chosen and kept back stays chosen.
    const decision = this.newest?.your_turn ? this.newest.decision : null;
    const screen = await askWhenReady(this.address, { query: { ...query, decision } });
    if (!this.newest || screen.version >= this.newest.version) this.takeWhole(screen, query);
    return screen;
  }

  /**
   * The screen that an update speaks of but does not bring: by the stream if it comes soon, else fetched.
   * @param {Api.Update} update
   * @returns {Promise<Api.Screen>}
   */
  async coming(update) {
    if (update.after === update.set.event && !this.stream.lost) {
      const version = Number(update.set.version);
      await new Promise((done) => {
        const timer = setTimeout(done, SOON);
        this.arrived = () => {
          if ((this.newest?.version ?? 0) < version) return;
          clearTimeout(timer);
          done(null);
        };
      });
      this.arrived = () => {};
    }
    return this.receive(update) ?? this.fetch();
  }
}

// Screens made of the one before by what changed: see Updates in docs/reference/http.md

/**
 * The drawing that edits make of another one: of a scene node by node, of markup tag by tag.
 * @param {Api.Scene | string} drawing
 * @param {Api.SceneEdits | Array<[number, number, string]>} edits
 * @returns {Api.Scene | string}
 */
export function edited(drawing, edits) {
  if (isScene(drawing)) return Array.isArray(edits) ? drawing : sceneEdited(drawing, edits);
  return Array.isArray(edits) ? markupEdited(drawing, edits) : drawing;
}

/**
 * Edits count the pieces between one "<" and the next.
 * @param {string} drawing
 * @param {Array<[number, number, string]>} edits
 */
function markupEdited(drawing, edits) {
  const tags = drawing.split("<").slice(1);
  /** @type {string[]} */
  const parts = [];
  let at = 0;
  for (const [start, gone, text] of edits) {
    for (; at < start; at++) parts.push("<", tags[at] ?? "");
    parts.push(text);
    at += gone;
  }
  for (; at < tags.length; at++) parts.push("<", tags[at] ?? "");
  return parts.join("");
}

/**
 * The screen after an update; null if it does not follow this one.
 * @param {Api.Screen | null} screen
 * @param {Api.Update} update
 * @returns {Api.Screen | null}
 */
export function updated(screen, update) {
  if (update.after === null) return /** @type {any} */ (update.set);
  if (screen?.event !== update.after) return null;
  /** @type {Api.Screen} */
  const next = { ...screen, ...update.set };
  if (update.board) next.board = edited(screen.board, update.board);
  if (update.hand) next.hand = edited(screen.hand, update.hand);
  if (update.log) next.log = [...screen.log.slice(0, update.log[0]), ...update.log[1]];
  if (update.chat) next.chat = [...screen.chat.slice(0, update.chat[0]), ...update.chat[1]];
  return next;
}
