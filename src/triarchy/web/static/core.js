// What every page uses: the reader's words, making elements, calling the server, toasts, dialogs.

import { closedOver, openedOver } from "./back.js";
import { alone, answerTo, fileOf, shared } from "./site.js";

const wordsElement = document.getElementById("words");
/** @type {Record<string, string>} */
const catalogue = wordsElement ? JSON.parse(wordsElement.textContent ?? "{}") : {};

/**
 * The sentence in the reader's language, with its {names} filled in.
 * @param {string} sentence
 * @param {Record<string, unknown>} [values]
 */
export function say(sentence, values = {}) {
  const text = catalogue[sentence] || sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const language = document.documentElement.lang || "en";

/**
 * The element of the page with this id; its absence is a mistake of ours.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The field of a form with this id.
 * @param {string} id
 */
export const fieldById = (id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * The element an event happened at or in, if it is such a one.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * An element: make("p", {class: "aside", onclick: f}, "text", child, ...).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name in element && ["value", "checked", "disabled", "selected"].includes(name)) Object.assign(element, { [name]: value });
    else if ((name === "href" || name === "src") && String(value).startsWith("/")) element.setAttribute(name, at(String(value)));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...shown(children));
  return element;
}

/**
 * What there is of an element's children.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function shown(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return shown(child);
    return [typeof child === "number" ? String(child) : child];
  });
}

/** @param {string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * A button with an icon and words; kind: "", "primary" or "quiet".
 * @param {string} words
 * @param {(event: At<MouseEvent, HTMLElement>) => unknown} onclick
 * @param {Attributes & { kind?: string, symbol?: string | null }} [more]
 */
export function button(words, onclick, { kind = "", symbol = null, ...rest } = {}) {
  return make("button", { type: "button", class: `button ${kind}`, onclick, ...rest }, symbol && icon(symbol), make("span", {}, words));
}

/**
 * A drawing that the server sent, as an element.
 * @param {string} markup
 * @returns {Drawing}
 */
export function drawing(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  const svg = holder.content.firstElementChild;
  if (!(svg instanceof SVGSVGElement)) throw new Error("the server sent no drawing");
  return svg;
}

/** Whether pictures should be drawn for a dark page. */
export function isDark() {
  const theme = document.documentElement.dataset.theme;
  if (theme === "auto") return matchMedia("(prefers-color-scheme: dark)").matches;
  return theme === "dark";
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** The narrow layout; the same words as in table.css. */
export const isPhone = () => matchMedia("(max-width: 719px), (max-width: 1023px) and (orientation: portrait), (max-height: 500px)").matches;

// The server

/** The server's answer is no; the message is a sentence for the reader. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   * @param {boolean} [waiting] whether it will do once the rules are compiled
   */
  constructor(status, sentence, waiting = false) {
    super(sentence);
    this.status = status;
    this.waiting = waiting;
  }
}

/**
 * The sentence of what the server refused; any other error is thrown on.
 * @param {unknown} error
 */
export function refusal(error) {
  if (!(error instanceof Refused)) throw error;
  return error;
}

/** Where this server's pages begin: "" or a path such as "/games". */
const root = document.documentElement.dataset.root ?? "";

/**
 * The address of one of the server's pages or calls, such as "/new".
 * @param {string} path
 */
export const at = (path) => (alone ? fileOf(path) : root + path);

/**
 * An address of one of the server's pages to give to others.
 * @param {string} path
 */
export const linkTo = (path) => (alone ? shared(path) : location.origin + at(path));

/**
 * Leave for another of the server's pages.
 * @param {string} path
 */
export const go = (path) => location.assign(at(path));

/**
 * Ask the server; throws `Refused` with a sentence for the reader (status 0: not reached).
 * @param {string} path
 * @param {Asking} [asking]
 * @returns {Promise<any>}
 */
export async function ask(path, { method = "GET", body, query = {}, signal } = {}) {
  let answer;
  try {
    answer = await (alone ? answerTo(path, { method, body, query }) : fetched(path, { method, body, query, signal }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, say("The server can't be reached. Your game is safe; try again in a moment."));
  }
  noteTime(answer);
  if (answer.status === 304 || answer.status === 204) return null;
  const data = await content(answer);
  if (answer.ok) return data;
  throw new Refused(answer.status, data?.error || say("Something went wrong on the server. Please try again."), Boolean(data?.preparing));
}

/**
 * The server's answer.
 * @param {string} path
 * @param {Asking} asking
 */
function fetched(path, { method = "GET", body, query = {}, signal }) {
  const address = new URL(at(path), location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
  }
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return fetch(address, { method, headers, body: text, signal, keepalive: method === "PUT" });
}

let ahead = 0;

/**
 * Clocks go by the server's time, whatever this device takes the time to be.
 * @param {Response} answer
 */
function noteTime(answer) {
  const there = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(there) && Math.abs(there - Date.now() - ahead) > 2000) ahead = there - Date.now();
}

/** The server's time, in milliseconds. */
export const serverNow = () => Date.now() + ahead;

/**
 * A piece of a page that the server has written.
 * @param {string} path
 */
export async function fragment(path) {
  const holder = document.createElement("template");
  holder.innerHTML = await ask(path);
  return holder.content;
}

/**
 * The JSON or the text of an answer; null if it cannot be read.
 * @param {Response} answer
 */
async function content(answer) {
  try {
    return answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : await answer.text();
  } catch {
    return null;
  }
}

/**
 * Ask until the rules are compiled, saying so meanwhile.
 * @param {string} path
 * @param {Asking} [asking]
 * @returns {Promise<any>}
 */
export async function askWhenReady(path, asking = {}) {
  for (;;) {
    try {
      const answer = await ask(path, asking);
      preparing.done();
      return answer;
    } catch (error) {
      if (!refusal(error).waiting) throw error;
      preparing.start();
      await pause(1000);
    }
  }
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The visible note while the rules of the games compile (once after an installation). */
export const preparing = {
  /** @type {HTMLElement | null} */
  note: null,
  words: make("span"),
  bar: make("progress", { "aria-label": say("Progress") }),
  timer: 0,
  start() {
    if (this.note) return;
    this.words.textContent = say("The rules are being prepared; this happens once and takes a minute.");
    this.note = make("div", { class: "lost", role: "status" }, make("span", { class: "spinner" }), this.words, this.bar);
    document.body.append(this.note);
    this.look();
  },
  async look() {
    try {
      /** @type {Api.ServerStatus} */
      const status = await ask("/api/status");
      if (status.preparing && this.note) {
        const { title, number, of, seconds } = status.preparing;
        this.words.textContent = seconds === null
          ? say("Preparing the rules of {title}: step {number} of {of}. This happens once.", { title, number, of })
          : say("Preparing the rules of {title}: about {seconds} more seconds. This happens once.", { title, seconds: Math.ceil(seconds / 5) * 5 });
        this.bar.max = of;
        this.bar.value = number;
      }
      if (status.ready) this.done();
    } catch {
      // The note stays; the next look may succeed.
    }
    if (this.note) this.timer = setTimeout(() => this.look(), 1000);
  },
  done() {
    clearTimeout(this.timer);
    this.note?.remove();
    this.note = null;
  },
};

// Telling the reader

/** @param {string} sentence */
export function toast(sentence, seconds = 5) {
  const element = make("div", { class: "toast" }, sentence);
  byId("toasts").append(element);
  setTimeout(() => element.remove(), seconds * 1000);
}

/**
 * Run what a button does: pressed at once, spinner after a moment, errors as a toast.
 * @template T
 * @param {Element} element
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null if it was refused
 */
export async function busy(element, work) {
  if (element.hasAttribute("aria-busy")) return null;
  element.classList.add("pressed");
  element.setAttribute("aria-busy", "true");
  const timer = setTimeout(() => element.classList.add("busy"), 120);
  try {
    return await work();
  } catch (error) {
    toast(refusal(error).message);
    return null;
  } finally {
    clearTimeout(timer);
    element.classList.remove("pressed", "busy");
    element.removeAttribute("aria-busy");
  }
}

/**
 * A dialog with a heading and a way to close it.
 * @param {string} heading
 * @param {Node} body
 * @param {{ kind?: string, id?: string | null }} [more]
 * @returns {Dialog}
 */
export function dialog(heading, body, { kind = "", id = null } = {}) {
  const name = `d${Math.random().toString(36).slice(2)}`;
  const close = make(
    "button",
    { type: "button", class: "button quiet", "aria-label": say("Close"), onclick: () => element.close("") },
    icon("close"),
  );
  /** @type {HTMLDialogElement} */
  const element = make(
    "dialog",
    { class: kind, "aria-labelledby": name, id },
    make("header", {}, make("h2", { id: name }, heading), close),
    body,
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close("");
  });
  document.body.append(element);
  element.showModal();
  const byBack = () => element.close("");
  openedOver(byBack);
  /** @type {Promise<string>} */
  const closed = new Promise((resolve) => {
    element.addEventListener("close", () => {
      closedOver(byBack);
      element.remove();
      resolve(element.returnValue);
    });
  });
  return Object.assign(element, { closed });
}

/**
 * Ask before something that cannot be taken back; true if the reader agrees.
 * @param {string} heading
 * @param {string} sentence
 * @param {string} agree
 */
export async function confirmed(heading, sentence, agree) {
  const body = make(
    "div",
    {},
    make("p", {}, sentence),
    make(
      "div",
      { class: "actions" },
      button(say("Cancel"), () => box.close("")),
      button(agree, () => box.close("yes"), { kind: "primary" }),
    ),
  );
  const box = dialog(heading, body);
  return (await box.closed) === "yes";
}

/**
 * A text to copy, with its button.
 * @param {string} text
 * @param {string} name
 */
export function copyField(text, name) {
  const input = make("input", { type: "text", readonly: true, value: text, "aria-label": name, onfocus: (event) => event.currentTarget.select() });
  const copy = button(say("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      input.select();
      document.execCommand("copy");
    }
    toast(say("Copied."));
  });
  const parts = [input, copy];
  if ("share" in navigator) {
    parts.push(button(say("Share"), () => navigator.share({ url: text, title: document.title }).catch(() => {})));
  }
  return make("div", { class: "copy" }, ...parts);
}

/**
 * A QR code, for the camera of whoever sits opposite.
 * @param {string} source
 */
export function qrImage(source) {
  return make("img", { class: "qr", src: source, width: 168, height: 168, alt: say("The link as a QR code") });
}

/** A small store on this device; nothing is lost if the browser forbids it. */
export const memory = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(`triarchy.${name}`);
    } catch {
      return null;
    }
  },
  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    try {
      localStorage.setItem(`triarchy.${name}`, value);
    } catch {
      // Private windows may forbid it.
    }
  },
};
