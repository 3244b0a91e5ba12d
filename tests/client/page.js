// As much of a browser as the client's modules need to be loaded and tried by Node: elements without a layout.

export class Part {
  constructor(tag = "div") {
    this.tag = tag;
    this.attributes = new Map();
    this.children = [];
    this.listeners = new Map();
    this.parent = null;
    this.hidden = false;
    this.dataset = {};
    this.style = {};
    const names = () => (this.attributes.get("class") ?? "").split(" ").filter(Boolean);
    const keep = (/** @type {string[]} */ kept) => this.attributes.set("class", kept.join(" "));
    this.classList = {
      add: (...added) => keep([...new Set([...names(), ...added])]),
      remove: (...gone) => keep(names().filter((name) => !gone.includes(name))),
      contains: (name) => names().includes(name),
      toggle: (name, on) => this.classList[on ? "add" : "remove"](name),
    };
  }

  get textContent() {
    return this.children.map((child) => (child instanceof Part ? child.textContent : child)).join("");
  }

  set textContent(text) {
    this.children = [text];
  }

  append(...children) {
    for (const child of children) if (child instanceof Part) child.parent = this;
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
    this.parent = null;
  }

  get firstElementChild() {
    return this.children.find((child) => child instanceof Part) ?? null;
  }

  get nextElementSibling() {
    const beside = this.parent?.children.filter((child) => child instanceof Part) ?? [];
    return beside[beside.indexOf(this) + 1] ?? null;
  }

  after(other) {
    other.remove();
    const { children } = this.parent;
    children.splice(children.indexOf(this) + 1, 0, other);
    other.parent = this.parent;
  }

  cloneNode() {
    const copy = new Part(this.tag);
    copy.attributes = new Map(this.attributes);
    copy.append(...this.children.map((child) => (child instanceof Part ? child.cloneNode() : child)));
    return copy;
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  addEventListener(kind, listener) {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }

  removeEventListener(kind, listener) {
    this.listeners.set(kind, (this.listeners.get(kind) ?? []).filter((one) => one !== listener));
  }

  /** Let an event happen. */
  happens(kind, event = {}) {
    for (const listener of [...(this.listeners.get(kind) ?? [])]) listener({ target: this, currentTarget: this, ...event });
  }

  focus() {}

  /** This part and all in it. */
  *all() {
    yield this;
    for (const child of this.children) if (child instanceof Part) yield* child.all();
  }

  querySelectorAll(selector) {
    return [...this.all()].filter((part) => selector.startsWith(".") && part.classList.contains(selector.slice(1)));
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

const window = new Part("window");
const body = new Part("body");
const document = Object.assign(new Part("document"), {
  body,
  documentElement: Object.assign(new Part("html"), { lang: "en", dataset: { theme: "light" } }),
  visibilityState: "visible",
  title: "",
  createElement: (tag) => new Part(tag),
  createElementNS: (_, tag) => new Part(tag),
  getElementById: (id) => [...body.all()].find((part) => part.getAttribute("id") === id) ?? null,
});

Object.assign(globalThis, {
  document,
  Element: Part,
  location: { origin: "http://table.test" },
  history: { state: null, pushState() {}, back() {} },
  matchMedia: () => ({ matches: false }),
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  CSS: { escape: String },
});
const kept = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), clear: () => kept.clear() },
});

/** Put empty elements with these ids on the page, in place of all that was there. */
export function lay(...ids) {
  body.replaceChildren();
  for (const id of ids) {
    const part = new Part();
    part.setAttribute("id", id);
    body.append(part);
  }
}

/** Let what has been promised happen. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

export { document, window };
