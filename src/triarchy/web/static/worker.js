// The service worker: shows messages that come while no page is open, and a page of its own where
// there is no network. It keeps the files of that page, and nothing of any game.

// The server fills these in: what the kept files belong to, and which they are, the page first.
const VERSION = "";
/** @type {string[]} */
const SHELL = [];
const KEPT = `shell-${VERSION}`;

const worker = /** @type {any} */ (self);

async function install() {
  await (await caches.open(KEPT)).addAll(SHELL);
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  // The page is asked for while the worker wakes up.
  await worker.registration.navigationPreload?.enable();
}

/** @param {any} event */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(SHELL[0])) ?? Response.error();
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
    icon: "/icons/192.png",
    badge: "/icons/badge.png",
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
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (SHELL.includes(pathname)) event.respondWith(kept(pathname));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});
