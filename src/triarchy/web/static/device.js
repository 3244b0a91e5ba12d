// What a server's pages offer beside its own tables: games on the visitor's own device, at the address that `data-here` names.
// They need no connection; this browser keeps their files, once the reader has asked for it.

import { language, make, memory, say, toast } from "./core.js";
import { alone } from "./site.js";

const WISH = "triarchy.begin";
const FILES = "site-"; // what the names of kept files begin with
const NETWORKS = "site-networks";

/** Where the games on this device are; "" where none are offered. */
export const here = document.documentElement.dataset.here ?? "";

/**
 * One of their pages.
 * @param {string} path such as "/rules/meridian"
 */
export const hereAt = (path) => `${here}${language}/index.html#${path}`;

/**
 * Begin a game on this device.
 * @param {unknown} table as `POST /api/tables` has it
 * @param {boolean} [guided] whether the first turns are explained
 */
export function beginHere(table, guided = false) {
  try {
    sessionStorage.setItem(WISH, JSON.stringify({ table, guided }));
  } catch {
    // Private windows may forbid it: the reader chooses there again.
  }
  location.assign(hereAt("/"));
}

/**
 * The game that a page of the server wished for, once.
 * @returns {{ table: any, guided: boolean } | null}
 */
export function takeWish() {
  try {
    const wish = sessionStorage.getItem(WISH);
    sessionStorage.removeItem(WISH);
    return wish ? JSON.parse(wish) : null;
  } catch {
    return null;
  }
}

/** Whether this browser can keep files: only by https, or on the very machine. */
const able = () => "caches" in globalThis && "serviceWorker" in navigator;

/** Where the files of the device's games are, seen from this page. */
const files = () => (alone ? "../" : here);

/** Whether all that is needed without a connection is kept. */
export async function isKept() {
  if (!able()) return false;
  const names = await caches.keys();
  return names.some((name) => name.startsWith(FILES) && name !== NETWORKS);
}

/** Keep the files: what needs a while goes on by itself. */
export async function keepFiles() {
  if (!able() || !files()) return;
  await navigator.serviceWorker.register(`${files()}offline.js?language=${language}`, { scope: files(), updateViaCache: "none" });
}

/** Free the room; the games themselves stay. */
export async function dropFiles() {
  const registration = await navigator.serviceWorker.getRegistration(new URL(files(), location.href).href);
  if (registration?.scope === new URL(files(), location.href).href) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(FILES)) await caches.delete(name);
}

/** An installed app keeps them without being asked, unless the reader saves data or has said no. */
export async function keepForApp() {
  const installed = matchMedia("(display-mode: standalone)").matches;
  const saves = /** @type {any} */ (navigator).connection?.saveData === true;
  const wish = memory.get("offline");
  if (here && (wish === "yes" || (installed && !saves && wish === null))) await keepFiles();
}

/**
 * The addresses of the networks of each game.
 * @returns {Promise<Record<string, string[]>>}
 */
async function networks() {
  const base = new URL(files(), location.href);
  const facts = await (await fetch(new URL("site.json", base))).json();
  const folder = new URL(facts.networks, base);
  /** @type {Record<string, string[]>} */
  const index = await (await fetch(new URL("index.json", folder))).json();
  return Object.fromEntries(Object.entries(index).map(([game, names]) => [game, ["index.json", ...names.map((name) => `${game}/${name}`)].map((name) => new URL(name, folder).href)]));
}

/**
 * A box to tick for the Expert bot of a game, whose network is large.
 * @param {string} title
 * @param {string[]} addresses
 */
async function networkChoice(title, addresses) {
  const cache = await caches.open(NETWORKS);
  const own = addresses.slice(1); // all games share the list
  const found = await Promise.all(own.map((address) => cache.match(address)));
  const box = make("input", {
    type: "checkbox",
    checked: found.every(Boolean),
    onchange: async () => {
      try {
        if (box.checked) await cache.addAll(addresses);
        else await Promise.all(own.map((address) => cache.delete(address)));
      } catch {
        box.checked = false;
        toast(say("The files could not be fetched. Check your connection and try again."));
      }
    },
  });
  return make("label", { class: "check" }, box, say("Expert bot: {game}", { game: title }));
}

/**
 * The part of the settings that says what is kept for playing without a connection.
 * @param {Record<string, string>} titles the games' names
 */
export async function offlineChoices(titles) {
  if (!files()) return "";
  const legend = make("legend", { class: "label" }, say("Without a connection"));
  if (!able()) return make("fieldset", { class: "plain" }, legend, make("p", { class: "aside" }, say("To play without a connection, open this page by https.")));
  const bots = make("div", { class: "stack" });
  const showBots = async () => {
    bots.replaceChildren();
    if (!(await isKept())) return;
    const found = Object.entries(await networks().catch(() => ({})));
    bots.replaceChildren(...(await Promise.all(found.map(([game, addresses]) => networkChoice(titles[game] ?? game, addresses)))));
  };
  const box = make("input", {
    type: "checkbox",
    id: "offline",
    checked: await isKept(),
    onchange: async () => {
      memory.set("offline", box.checked ? "yes" : "no");
      try {
        if (box.checked) {
          await keepFiles();
          toast(say("Loading the games. You can continue meanwhile."));
        } else await dropFiles();
      } catch {
        box.checked = false;
        toast(say("The files could not be fetched. Check your connection and try again."));
      }
      showBots();
    },
  });
  await showBots();
  return make(
    "fieldset",
    { class: "plain" },
    legend,
    make("label", { class: "check" }, box, make("span", { class: "field" }, say("Keep the games on this device"), " ", make("small", {}, say("About 9 MB. You can then play bots, learn and review without a connection.")))),
    bots,
  );
}
