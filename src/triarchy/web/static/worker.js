// The service worker: shows messages that come while no page is open, and a page of its own where
// there is no network. It keeps the files of that page and, where no games can be played on the device, rules and lessons
// to read; nothing of any game that is played.

// The server fills these in: what the kept files belong to, and which they are, the page first.
const VERSION = "";
/** @type {string[]} */
const SHELL = [];
/** @type {Record<string, string>} rules and lessons by the paths of their pages, as they are read without a network */
const TEXTS = {};
const KEPT = `shell-${VERSION}`;

const worker = /** @type {any} */ (self);

async function install() {
  await (await caches.open(KEPT)).addAll(SHELL);
  await worker.skipWaiting();
}

async function activate() {
  // What begins otherwise belongs to the games on this device (site_offline.js).
  for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== KEPT) await caches.delete(name);
  // The page is asked for while the worker wakes up.
  await worker.registration.navigationPreload?.enable();
}

/** Fetch what can be read without a network: some of it is better than nothing. */
async function keepTexts() {
  if (looked) return;
  looked = true;
  const shell = await caches.open(KEPT);
  for (const address of Object.values(TEXTS)) if (!(await shell.match(address))) await shell.add(address).catch(() => {});
}

let looked = false;

/** @param {any} event */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const { pathname } = new URL(event.request.url);
    const text = Object.keys(TEXTS).find((path) => pathname === path || pathname.startsWith(`${path}/`));
    return (text && (await caches.match(TEXTS[text]))) || (await caches.match(SHELL[0])) || Response.error();
  }
}

/** @param {string} address */
async function kept(address) {
  return (await caches.match(address)) ?? fetch(address);
}

/**
 * A message of the server: `title`, `body`, the page it is about, how many tables wait.
 * @param {{ title: string, body: string, url: string, waiting: number }} message
 */
async function show({ title, body, url, waiting }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const each of pages) each.postMessage({ waiting });
  if (waiting) await worker.navigator.setAppBadge?.(waiting);
  else await worker.navigator.clearAppBadge?.();
  // Whoever looks at the table sees it anyway.
  if (pages.some((/** @type {any} */ each) => each.visibilityState === "visible" && isAt(each, url))) return;
  await worker.registration.showNotification(title, {
    body,
    tag: url,
    icon: new URL("icons/192.png", worker.registration.scope).href,
    badge: new URL("icons/badge.png", worker.registration.scope).href,
    data: { url },
  });
}

/**
 * @param {any} client
 * @param {string} url
 */
function isAt(client, url) {
  return new URL(client.url).pathname === url;
}

/** @param {string} url */
async function openPage(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ each) => isAt(each, url));
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(page(event));
    event.waitUntil(keepTexts());
  }
  if (request.mode !== "navigate" && SHELL.includes(pathname)) event.respondWith(kept(pathname));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});
