// What every page uses: the reader's words, making elements, calling the server, toasts, dialogs.

const wordsElement = document.getElementById("words");
const words = wordsElement ? JSON.parse(wordsElement.textContent) : {};

/** The sentence in the reader's language, with its {names} filled in. */
export function say(sentence, values = {}) {
  const text = words[sentence] || sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const language = document.documentElement.lang || "en";

/** An element: make("p", {class: "aside", onclick: f}, "text", child, ...). */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && ["value", "checked", "disabled", "selected"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

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

/** A button with an icon and words; kind: "", "primary" or "quiet". */
export function button(words, onclick, { kind = "", symbol = null, ...rest } = {}) {
  return make("button", { type: "button", class: `button ${kind}`, onclick, ...rest }, symbol && icon(symbol), make("span", {}, words));
}

/** A drawing that the server sent, as an element. */
export function drawing(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  return holder.content.firstElementChild;
}

/** Whether pictures should be drawn for a dark page. */
export function isDark() {
  const theme = document.documentElement.dataset.theme;
  if (theme === "auto") return matchMedia("(prefers-color-scheme: dark)").matches;
  return theme === "dark";
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** The narrow layout; the same words as in table.css. */
export const isPhone = () => matchMedia("(max-width: 719px), (max-width: 1023px) and (orientation: portrait)").matches;

// The server

export class Refused extends Error {
  constructor(status, sentence, preparing = false) {
    super(sentence);
    this.status = status;
    this.preparing = preparing;
  }
}

/** Ask the server; throws `Refused` with a sentence for the reader (status 0: not reached). */
export async function ask(path, { method = "GET", body, query = {}, etag = null, signal } = {}) {
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) address.searchParams.set(name, value);
  }
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (etag) headers["If-None-Match"] = etag;
  let answer;
  try {
    answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, keepalive: method === "PUT" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, say("The server cannot be reached. Your game is safe; try again in a moment."));
  }
  if (answer.status === 304 || answer.status === 204) return null;
  const text = await answer.text();
  let data = null;
  try {
    data = answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  } catch {
    data = null;
  }
  if (!answer.ok) {
    const sentence = (data && data.error) || say("Something went wrong on the server. Please try again.");
    throw new Refused(answer.status, sentence, Boolean(data && data.preparing));
  }
  return data;
}

/** Ask until the rules are compiled, saying so meanwhile. */
export async function askWhenReady(path, options = {}) {
  for (;;) {
    try {
      const answer = await ask(path, options);
      preparing.done();
      return answer;
    } catch (error) {
      if (!error.preparing) throw error;
      preparing.start();
      await pause(1000);
    }
  }
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The visible note while the rules of the games compile (once after an installation). */
export const preparing = {
  note: null,
  timer: 0,
  start() {
    if (this.note) return;
    this.words = make("span", {}, say("The rules are being prepared; this happens once and takes a minute."));
    this.bar = make("progress", { "aria-label": say("Progress") });
    this.note = make("div", { class: "lost", role: "status" }, make("span", { class: "spinner" }), this.words, this.bar);
    document.body.append(this.note);
    this.look();
  },
  async look() {
    try {
      const status = await ask("/api/status");
      if (status.preparing && this.note) {
        const { title, number, of } = status.preparing;
        this.words.textContent = say("Preparing the rules of {title}: step {number} of {of}. This happens once.", { title, number, of });
        this.bar.max = of;
        this.bar.value = number;
      }
      if (status.ready) return this.done();
    } catch {
      // The note stays; the next look may succeed.
    }
    if (this.note) this.timer = setTimeout(() => this.look(), 1000);
    return null;
  },
  done() {
    clearTimeout(this.timer);
    this.note?.remove();
    this.note = null;
  },
};

// Telling the reader

export function toast(sentence, seconds = 5) {
  const element = make("div", { class: "toast" }, sentence);
  document.getElementById("toasts").append(element);
  setTimeout(() => element.remove(), seconds * 1000);
}

/** Run what a button does: pressed at once, spinner after a moment, errors as a toast. */
export async function busy(element, work) {
  if (element.classList.contains("busy")) return null;
  element.classList.add("pressed");
  element.setAttribute("aria-busy", "true");
  const timer = setTimeout(() => element.classList.add("busy"), 120);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
    return null;
  } finally {
    clearTimeout(timer);
    element.classList.remove("pressed", "busy");
    element.removeAttribute("aria-busy");
  }
}

/** A dialog with a heading and a way to close it; resolves with its return value when closed. */
export function dialog(heading, content, { kind = "", id = null } = {}) {
  const name = `d${Math.random().toString(36).slice(2)}`;
  const close = make(
    "button",
    { type: "button", class: "button quiet", "aria-label": say("Close"), onclick: () => element.close("") },
    icon("close"),
  );
  const element = make(
    "dialog",
    { class: kind, "aria-labelledby": name, id },
    make("header", {}, make("h2", { id: name }, heading), close),
    content,
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close("");
  });
  document.body.append(element);
  element.showModal();
  element.closed = new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove();
      resolve(element.returnValue);
    });
  });
  return element;
}

/** Ask before something that cannot be taken back; true if the reader agrees. */
export async function confirmed(heading, sentence, agree) {
  const content = make(
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
  const box = dialog(heading, content);
  return (await box.closed) === "yes";
}

/** A text to copy, with its button. */
export function copyField(text, name) {
  const input = make("input", { type: "text", readonly: true, value: text, "aria-label": name, onfocus: (event) => event.target.select() });
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
  if (navigator.share) {
    parts.push(button(say("Share"), () => navigator.share({ url: text, title: document.title }).catch(() => {})));
  }
  return make("div", { class: "copy" }, ...parts);
}

/** A small store on this device; nothing is lost if the browser forbids it. */
export const memory = {
  get(name) {
    try {
      return localStorage.getItem(`triarchy.${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`triarchy.${name}`, value);
    } catch {
      // Private windows may forbid it.
    }
  },
};
