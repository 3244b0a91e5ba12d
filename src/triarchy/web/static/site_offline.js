// The service worker of a site without a server: keeps its files, so that it plays without a connection. All files of one
// version are kept together and answered from there; a newer version takes over when no page of this one is open any more.
// Networks, which are named after what is in them, are kept apart: for the games whose Expert bot was asked for, or played.

// The builder fills these in: what the files belong to, which they are, in each language and for all, each with its hash,
// and the networks of each game.
const VERSION = "";
/** @type {Record<string, Record<string, string>>} */
const FILES = {};
/** @type {Record<string, string[]>} */
const NETWORKS = {};
const NAME = `site-${VERSION}`, APART = "site-networks";

const worker = /** @type {any} */ (self);
const language = new URL(location.href).searchParams.get("language") ?? "en";
const base = new URL("./", location.href).href;

/**
 * The request for a file of this version.
 * @param {string} name
 * @param {string} hash "" where what is in it is not known before
 */
const wish = (name, hash) => new Request(base + name, hash ? { integrity: hash, cache: "no-cache" } : { cache: "no-cache" });

async function install() {
  const kept = await caches.open(NAME);
  const files = { ...FILES.all, ...(FILES[language] ?? {}) };
  await kept.addAll(Object.entries(files).map(([name, hash]) => wish(name, hash)));
  const apart = await caches.open(APART);
  const there = (await apart.keys()).map(({ url }) => url);
  for (const [game, names] of Object.entries(NETWORKS)) {
    const missing = names.filter((name) => !there.includes(base + name));
    if (missing.length && there.some((url) => url.includes(`/${game}/`))) await apart.addAll(missing.map((name) => wish(name, ""))).catch(() => {});
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("site-") && name !== NAME && name !== APART) await caches.delete(name);
  const apart = await caches.open(APART);
  const own = new Set(Object.values(NETWORKS).flatMap((names) => names.map((name) => base + name)));
  for (const request of await apart.keys()) if (!own.has(request.url)) await apart.delete(request);
}

/** @param {Request} request */
async function answer(request) {
  const name = request.url.slice(base.length).replace(/[?#].*$/, "").replace(/(^|\/)$/, "$1index.html");
  const network = Object.values(NETWORKS).some((names) => names.includes(name));
  const kept = await caches.open(network ? APART : NAME);
  const found = await kept.match(base + name);
  if (found) return found;
  // Networks and other languages, once somebody has asked for them; of another version nothing is kept.
  const hash = Object.values(FILES).find((files) => name in files)?.[name];
  try {
    const fetched = await fetch(network || !hash ? request : wish(name, hash));
    if (fetched.status === 200 && (network || hash)) await kept.put(base + name, fetched.clone());
    return fetched;
  } catch (error) {
    if (network || !hash) throw error;
    return fetch(request);
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});
