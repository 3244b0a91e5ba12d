// The page around all pages of a site without a server: it keeps Python running in a worker while the reader goes from
// one page to the next, and answers what these ask.

import { byId, memory, say } from "./core.js";
import { forget, handOver, handOverNow, note as noteFinished, noted } from "./hand_over.js";
import { fileOf } from "./site.js";
import { Store } from "./site_store.js";

const SECONDS = 60; // so often a server that was not there is looked for
const PACE = 400; // milliseconds that a bot's decision takes at least, so that people can follow
const { dataset } = document.documentElement;
const frame = /** @type {HTMLIFrameElement} */ (byId("page"));

/** A worker that runs Python. */
class Python {
  /**
   * @param {"house" | "thinker"} role
   * @param {(message: any) => void} hear
   */
  constructor(role, hear) {
    this.worker = new Worker(new URL("./site_worker.js", import.meta.url), { type: "module", name: role });
    this.worker.addEventListener("message", ({ data }) => hear(data));
    this.worker.addEventListener("error", () => hear({ do: "failed", why: "worker" }));
    const at = (/** @type {string | undefined} */ path) => new URL(path ?? "", location.href).href;
    this.tell({ do: "begin", role, pyodide: at(dataset.pyodide), code: at(dataset.code), networks: at(dataset.networks) });
  }

  /** @param {any} message */
  tell(message) {
    this.worker.postMessage(message);
  }
}

/** Answers what pages ask, by the workers. */
class House {
  constructor() {
    this.store = new Store((key) => this.changedElsewhere(key));
    this.name = memory.get("name") ?? "";
    /** @type {Map<number, (answer: Site.Answer) => void>} */
    this.waiting = new Map();
    /** @type {Map<number, (name: string, data: string, event: string) => void>} */
    this.streams = new Map();
    /** @type {Python | null} */
    this.python = null;
    /** @type {Python | null} */
    this.thinker = null;
    this.thinking = false;
    /** @type {any[]} questions for which the thinker is not there yet */
    this.questions = [];
    /** @type {Map<number, number>} when each question was asked */
    this.asked = new Map();
    this.number = 0;
    this.broken = "";
    /** @type {Promise<void>} what is being stored, one change after the other */
    this.storing = Promise.resolve();
    /** @type {() => void} */
    this.opened = () => {};
    this.ready = new Promise((resolve) => (this.opened = () => resolve(null)));
    /** @type {Promise<string | null>} where the pages of the server begin that offers all this; null: plain files */
    this.server = servedBy();
  }

  async begin() {
    const why = lacking();
    if (why) {
      this.fail(why);
      return;
    }
    note(say("Getting the table ready…"));
    const kept = await this.store.open();
    if (!this.store.lasting) warn(say("This browser saves nothing, as in a private window: download your games before you close it."));
    this.python = new Python("house", (message) => this.hear(message, kept));
  }

  /**
   * @param {any} message
   * @param {Record<string, string>} [kept]
   */
  hear(message, kept = {}) {
    if (message.do === "loaded") this.python?.tell({ do: "open", kept });
    else if (message.do === "opened") {
      note("");
      this.opened();
      this.thinker = new Python("thinker", (thought) => this.thought(thought));
      keepForLater();
      this.handOver(Object.keys(kept).filter((key) => isOver(kept[key])));
      addEventListener("online", () => this.handOver([]));
      setInterval(() => this.handOver([]), SECONDS * 1000);
    } else if (message.do === "failed") this.fail(message.why === "file" ? say("A file of this site is damaged: {name}. Reload the page; if that does not help, tell whoever runs the site.", { name: message.name }) : say("The table could not be loaded. Check your connection and reload the page."));
    else if (message.do === "out") this.storing = this.storing.then(() => this.carryOut(message.out));
  }

  /**
   * Do what the house says: what is to be stored first, for nobody is told of what is not kept.
   * @param {any[]} out
   */
  async carryOut(out) {
    for (const change of out.filter((each) => each.do === "store")) {
      const trouble = await this.store.put(change.key, change.text, change.version);
      if (!trouble) continue;
      this.python?.tell({ do: "restore", key: change.key, text: trouble.text });
      const error = trouble.why === "full"
        ? say("This device has no room left for your games: the last move was not saved. Delete old tables and try again.")
        : say("This game is also open in another tab and has moved on there. Check the board and try again.");
      if (trouble.why === "full") warn(error);
      const text = JSON.stringify({ error });
      for (const each of out.filter((one) => one.do === "answer")) this.answer({ ...each, status: 409, body: text, kind: "application/json" });
      return;
    }
    for (const each of out) {
      if (each.do === "store" && each.over) this.handOver([each.key]);
      else if (each.do === "store" && each.text === null) forget(each.key);
      else if (each.do === "answer") this.answer(each);
      else if (each.do === "news") this.streams.get(each.stream)?.(each.name, each.data, each.event);
      else if (each.do === "think") this.think(each);
    }
  }

  /** @param {any} answer */
  answer({ id, status, body, kind }) {
    this.waiting.get(id)?.({ status, text: body, kind });
    this.waiting.delete(id);
  }

  // What pages call

  /**
   * @param {Site.Request} request
   * @returns {Promise<Site.Answer>}
   */
  async ask(request) {
    await this.ready;
    if (this.broken) return { status: 503, text: JSON.stringify({ error: this.broken }), kind: "application/json" };
    if (request.method === "PUT" && request.path === "/api/me") this.noteMe(/** @type {any} */ (request.body));
    this.number += 1;
    const id = this.number;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.python?.tell({ do: "ask", id, ...request });
    });
  }

  /**
   * @param {{ table: string, query: Record<string, string>, language: string }} wish
   * @param {(name: string, data: string, event: string) => void} hear
   */
  listen(wish, hear) {
    this.number += 1;
    const stream = this.number;
    this.streams.set(stream, hear);
    this.ready.then(() => this.streams.has(stream) && this.python?.tell({ do: "listen", stream, ...wish }));
    return () => {
      this.streams.delete(stream);
      this.python?.tell({ do: "leave", stream });
    };
  }

  /**
   * Another page is shown.
   * @param {string} path
   * @param {Document} page
   */
  shows(path, page) {
    history.replaceState(history.state, "", `#${path}`);
    const title = page.querySelector("title");
    const same = () => (document.title = page.title);
    // Keys go to the page, not to what is around it.
    frame.contentWindow?.focus();
    if (title) new MutationObserver(same).observe(title, { childList: true });
    same();
  }

  /** @param {{ name?: string, theme?: string } | null} me what pages need before Python is there */
  noteMe(me) {
    if (me?.name) {
      this.name = me.name;
      memory.set("name", me.name);
    }
    if (me?.theme) {
      dataset.theme = me.theme;
      memory.set("theme", me.theme);
    }
  }

  /**
   * Note finished games, and tell the server of all that it has not been told of yet.
   * @param {string[]} keys
   */
  async handOver(keys) {
    const server = await this.server;
    if (server === null) return;
    const known = keys.length ? await noted() : new Set();
    for (const key of keys.filter((each) => !known.has(each))) {
      const { status, text } = await this.ask({ method: "GET", path: `/api/tables/${key}/handed`, query: {}, body: null, language: document.documentElement.lang });
      if (status !== 200) continue;
      if (this.store.lasting) await noteFinished(key, JSON.parse(text));
      else await handOverNow(server, JSON.parse(text));
    }
    await handOver(server);
  }

  // Bots

  /** @param {any} question */
  think(question) {
    this.asked.set(question.ticket, question.unhurried ? performance.now() : 0);
    if (this.thinking) this.thinker?.tell({ do: "think", ...question });
    else this.questions.push(question);
  }

  /** @param {any} message */
  thought(message) {
    if (message.do === "loaded") {
      this.thinking = true;
      for (const question of this.questions.splice(0)) this.think(question);
    } else if (message.do === "thought") {
      const begun = this.asked.get(message.ticket) ?? 0;
      this.asked.delete(message.ticket);
      const rest = begun ? Math.max(0, PACE - (performance.now() - begun)) : 0;
      setTimeout(() => this.python?.tell(message), rest);
    } else if (message.do === "failed") warn(say("The bots could not be loaded. Check your connection and reload the page."));
  }

  // Trouble

  /** @param {string} key */
  async changedElsewhere(key) {
    this.python?.tell({ do: "restore", key, text: await this.store.get(key) });
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.broken = sentence;
    warn(sentence);
    this.opened();
  }
}

/**
 * Whether a document is a game that has been played to its end here.
 * @param {string} text
 */
const isOver = (text) => JSON.parse(text).row?.status === "over";

/** Where the pages of the server begin that offers this site. */
async function servedBy() {
  try {
    return (await (await fetch("../site.json")).json()).server;
  } catch {
    return null; // plain files, or a build that lies on a disk
  }
}

/** Keep all files, so that the next game needs no connection; where the browser allows it (https, or this very machine). */
function keepForLater() {
  if (memory.get("offline") === "no") return;
  navigator.serviceWorker?.register(`../offline.js?language=${document.documentElement.lang}`, { scope: "../", updateViaCache: "none" }).catch(() => {});
}

/** What this browser lacks; "" if it can play. */
function lacking() {
  // The smallest file with an instruction on vectors.
  const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
  const able = "WebAssembly" in globalThis && WebAssembly.validate(simd);
  return able ? "" : say("This browser is too old to play here: it lacks WebAssembly with SIMD. You can still read the rules.");
}

/** @param {string} sentence shown until another one, or "" */
function note(sentence) {
  byId("note").textContent = sentence;
  byId("note").hidden = !sentence;
}

/** @param {string} sentence shown until it is closed */
function warn(sentence) {
  note("");
  byId("warning-words").textContent = sentence;
  byId("warning").hidden = false;
}

byId("warning-close").addEventListener("click", () => (byId("warning").hidden = true));

function show() {
  const path = location.hash.slice(1) || "/";
  frame.contentWindow?.location.replace(new URL(fileOf(path.startsWith("/") ? path : "/"), location.href));
}

const house = new House();
Object.assign(globalThis, { house });
addEventListener("hashchange", show);
show();
// What the reader sees comes first; Python comes while they look.
frame.addEventListener("load", () => house.begin(), { once: true });
