// A site without a server: what a server would answer comes from the page around this one, which has Python in a
// worker (site_shell.js). Pages keep the addresses that they have on a server; here they are turned into files.

/** Whether this page is part of such a site. */
export const alone = "site" in document.documentElement.dataset;

/** @type {[RegExp, string][]} the files of the pages, which lie side by side */
const FILES = [
  [/^\/$/, "home.html"],
  [/^\/(table|replay)\/([a-z0-9]{12})$/, "$1.html?table=$2"],
  [/^\/(rules|strategy|legend)\/([a-z0-9_-]+)$/, "$1-$2.html"],
  [/^\/(learn|puzzles)\/([a-z0-9_-]+)$/, "$1-$2.html"],
  [/^\/(learn|puzzles)\/([a-z0-9_-]+)\/([a-z0-9_-]+)$/, "$1-$2.html?item=$3"],
  [/^\/(new|analyse|import|licences)$/, "$1.html"],
];

/**
 * The file of a page, from where its neighbours lie.
 * @param {string} path such as "/replay/…?move=3"
 */
export function fileOf(path) {
  const [, plain, query, rest] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? ["", path, "", ""];
  if (plain.startsWith("/api/")) return `${FILE}${path}`;
  for (const [pattern, file] of FILES) {
    if (!pattern.test(plain)) continue;
    const found = plain.replace(pattern, file);
    return found + (query ? `${found.includes("?") ? "&" : "?"}${query}` : "") + (rest ?? "");
  }
  return "home.html";
}

/**
 * The path of a page from its address, as `fileOf` reads it.
 * @param {Location | URL} place
 */
function pathOf({ pathname, search, hash }) {
  const name = pathname.slice(pathname.lastIndexOf("/") + 1).replace(/\.html$/, "");
  const query = new URLSearchParams(search);
  const [kind, ...rest] = name.split("-");
  let path = `/${name}`;
  if (name === "home" || name === "") path = "/";
  else if (name === "table" || name === "replay") path = `/${name}/${query.get("table") ?? ""}`;
  else if (rest.length) path = `/${kind}/${rest.join("-")}${query.has("item") ? `/${query.get("item")}` : ""}`;
  for (const used of ["table", "item"]) query.delete(used);
  const left = query.toString();
  return path + (left ? `?${left}` : "") + hash;
}

const FILE = "answer:"; // what the address of a file that a server would make begins with

/** @type {Site.House | null} who answers: the page around this one */
const house = alone && parent !== window ? /** @type {any} */ (parent).house ?? null : null;

/**
 * What a server would answer.
 * @param {string} path
 * @param {Asking} [asking]
 * @returns {Promise<Response>}
 */
export async function answerTo(path, { method = "GET", body, query = {} } = {}) {
  const file = written(path, query);
  if (file) return fetch(file);
  if (!house) throw new TypeError("nobody answers");
  const address = new URL(path, "site:/");
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
  const asked = Object.fromEntries(address.searchParams);
  const { status, text, kind } = await house.ask({ method, path: address.pathname, query: asked, body: body ?? null, language: document.documentElement.lang });
  return new Response(status === 204 ? null : text, { status, headers: { "Content-Type": kind } });
}

/**
 * The file in which an answer lies that is the same for everybody.
 * @param {string} path
 * @param {NonNullable<Asking["query"]>} query
 */
function written(path, query) {
  const text = /^\/(rules|strategy)\/([a-z0-9_-]+)\/text\?dark=(true|false)&narrow=(true|false)$/.exec(path);
  if (text) return `text-${text[1]}-${text[2]}${text[3] === "true" ? "-dark" : ""}${text[4] === "true" ? "-narrow" : ""}.html`;
  if (path === "/api/games") return "games.json";
  const shown = /^\/api\/games\/([a-z0-9_-]+)\/(example|film)$/.exec(path);
  if (!shown || query.width !== 640 || (shown[2] === "example" && query.frame !== Number(document.documentElement.dataset.frame))) return "";
  return `${shown[2]}-${shown[1]}${query.dark ? "-dark" : ""}.${shown[2] === "film" ? "json" : "svg"}`;
}

/** News of a table, with the face of an EventSource. */
export class News extends EventTarget {
  /** @param {URL} address */
  constructor(address) {
    super();
    const table = /tables\/([a-z0-9]{12})\/events/.exec(address.pathname)?.[1] ?? "";
    const query = Object.fromEntries(address.searchParams);
    this.stop = house?.listen({ table, query, language: document.documentElement.lang }, (name, data, lastEventId) => {
      this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
    });
    setTimeout(() => this.dispatchEvent(new Event("open")));
  }

  close() {
    this.stop?.();
  }
}

/**
 * The same page in another language.
 * @param {string} language
 */
export function inLanguage(language) {
  localStorage.setItem("triarchy.language", language);
  parent.location.assign(`../${language}/index.html#${pathOf(location)}`);
}

/**
 * An address that others can open.
 * @param {string} path
 */
export const shared = (path) => new URL(`index.html#${path}`, location.href).href;

/** What a server would have written into the page. */
function fill() {
  const query = new URLSearchParams(location.search);
  /** @param {string} id */
  const facts = (id) => document.getElementById(id)?.dataset ?? {};
  if (query.has("table")) facts("table").table = query.get("table") ?? "";
  if (query.has("move")) facts("table").moveNumber = query.get("move") ?? "";
  if (query.has("item")) facts("practice").item = query.get("item") ?? "";
  const there = /** @type {HTMLAnchorElement | null} */ (document.getElementById("to-table"));
  if (there) there.href = fileOf(`/table/${query.get("table")}`);
  const game = /** @type {HTMLInputElement | null} */ (document.querySelector(`[name=game][value="${CSS.escape(query.get("game") ?? "")}"]`));
  if (game) game.checked = true;
  house?.server.then(served);
  const name = house?.name ?? "";
  document.documentElement.dataset.reader = name;
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("your-name"));
  if (field) field.value = name;
}

/**
 * Say what holds where a server offers these pages, and lead back to its own.
 * @param {string | null} server
 */
function served(server) {
  if (server === null) return;
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll("[data-served]");
  for (const part of parts) part.hidden = part.dataset.served === "no";
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("a[data-server]");
  for (const link of links) link.href = server;
}

/**
 * A link to a file that a server would make: it is made here.
 * @param {MouseEvent} event
 */
async function download(event) {
  const link = event.target instanceof Element ? event.target.closest(`a[href^="${FILE}"]`) : null;
  if (!link) return;
  event.preventDefault();
  const path = (link.getAttribute("href") ?? "").slice(FILE.length);
  const answer = await answerTo(path);
  const table = /tables\/([a-z0-9]+)\//.exec(path)?.[1] ?? "games";
  const save = document.createElement("a");
  save.href = URL.createObjectURL(await answer.blob());
  save.download = `triarchy-${table}.json`;
  save.click();
  setTimeout(() => URL.revokeObjectURL(save.href), 10000);
}

if (alone) {
  if (parent === window) location.replace(`index.html#${pathOf(location)}`);
  else {
    fill();
    house?.shows(pathOf(location), document);
    document.addEventListener("click", download, true);
  }
}
