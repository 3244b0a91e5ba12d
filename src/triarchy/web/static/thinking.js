// Thinking on the visitor's own device: where a server offers it, hints, analyses and reviews are worked out by a worker of the
// page that runs Python, from what this reader may know. Until it is ready, and whenever it cannot, the server thinks.

import { memory } from "./core.js";
import { alone } from "./site.js";

const CORES = 4; // a device with so many thinks by itself, unless its owner says otherwise
const LIMIT = 15_000; // milliseconds that an answer may take; a review takes so long for each of its parts at most
const SOON = 2000; // milliseconds after which a browser that never tells when it is idle is taken to be

const { dataset } = document.documentElement;

/** Whether this server offers it at all. */
export const offered = () => !alone && Boolean(dataset.here);

/** Whether this device is to think: as its owner has said, or as fast as it seems and has been. */
export function thinksHere() {
  const chosen = memory.get("thinking");
  return chosen === null ? (navigator.hardwareConcurrency ?? 0) >= CORES : chosen === "yes";
}

/** Whether this browser runs WebAssembly with vectors; the smallest file with an instruction on them says so. */
function able() {
  const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
  return "Worker" in globalThis && "WebAssembly" in globalThis && WebAssembly.validate(simd);
}

/** Wait until the page is there and the browser has nothing else to do. */
async function idle() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await new Promise((done) => ("requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: SOON }) : setTimeout(done, SOON)));
}

class Thinking {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {"none" | "coming" | "ready" | "gone"} */
    this.state = "none";
    /** @type {Map<number, { answered: (answer: any) => void, timer: ReturnType<typeof setTimeout> }>} */
    this.waiting = new Map();
    this.number = 0;
    this.limit = LIMIT;
  }

  /** Whether a question would be thought about at once. */
  get ready() {
    return this.state === "ready" && thinksHere();
  }

  /** Get ready while nothing else is to be done, if this device is to think; the page may ask as often as it likes. */
  async prepare() {
    if (this.state !== "none" || !offered() || !thinksHere() || !able()) return;
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    this.state = "coming";
    await idle();
    try {
      const here = new URL(dataset.here ?? "", location.href);
      const answer = await fetch(new URL("site.json", here));
      const { files, networks } = await answer.json();
      const at = (/** @type {string} */ name) => new URL(name, here).href;
      if (this.state !== "coming") return; // not wanted any more
      this.worker = new Worker(at(files.worker), { type: "module", name: "adviser" });
      this.worker.addEventListener("message", ({ data }) => this.hear(data));
      this.worker.addEventListener("error", () => this.end());
      this.worker.postMessage({ do: "begin", role: "adviser", pyodide: at(files.pyodide), code: at(files.code), networks: at(networks) });
    } catch {
      this.end();
    }
  }

  /** @param {any} message */
  hear(message) {
    if (message.do === "loaded") this.state = "ready";
    else if (message.do === "failed") this.end();
    else if (message.do === "advised") this.settle(message.ticket, message.answer === null ? null : JSON.parse(message.answer));
  }

  /**
   * The answer to a question; null where the server is to think.
   * @param {Record<string, unknown>} question
   * @returns {Promise<any>}
   */
  ask(question) {
    if (!this.ready) return Promise.resolve(null);
    this.number += 1;
    const ticket = this.number;
    return new Promise((answered) => {
      this.waiting.set(ticket, { answered, timer: setTimeout(() => this.tooSlow(), this.limit) });
      this.worker?.postMessage({ do: "advise", ticket, question: JSON.stringify(question) });
    });
  }

  /**
   * @param {number} ticket
   * @param {any} answer
   */
  settle(ticket, answer) {
    const asked = this.waiting.get(ticket);
    if (!asked) return;
    clearTimeout(asked.timer);
    this.waiting.delete(ticket);
    asked.answered(answer);
  }

  /** This device takes too long: the server thinks from now on, here and on the next pages, unless its owner has said otherwise. */
  tooSlow() {
    if (memory.get("thinking") === null) memory.set("thinking", "slow");
    this.end();
  }

  /** Think no more on this page; those who wait ask the server. */
  end() {
    this.state = "gone";
    this.worker?.terminate();
    this.worker = null;
    for (const ticket of [...this.waiting.keys()]) this.settle(ticket, null);
  }

  /**
   * The owner of this device says whether it is to think.
   * @param {boolean} on
   */
  choose(on) {
    memory.set("thinking", on ? "yes" : "no");
    if (!on) this.end();
    else if (this.state === "gone") this.state = "none";
  }
}

export const thinking = new Thinking();
