// Being told of one's turn while the page is closed: by the browser's push service, where the server
// and the browser allow it; else by a notification while the page is open.

import { ask, at, language, memory, say } from "./core.js";
import { alone } from "./site.js";

/** @typedef {{ begin: string, end: string }} Quiet */

/** The worker of these pages, where the browser allows one (https, or this very machine). */
export async function register() {
  if (!navigator.serviceWorker || alone) return null;
  try {
    return await navigator.serviceWorker.register(at(`/worker.js?language=${language}`), { scope: at("/"), updateViaCache: "none" });
  } catch {
    return null; // such as a browser's private mode
  }
}

/** Why this browser can be told nothing at all, or nothing while the page is closed; "" if it can. */
export async function whyNot() {
  if (!("Notification" in globalThis)) return say("This browser doesn't support notifications.");
  if (!globalThis.isSecureContext) return say("Notifications while the page is closed need an https address.");
  if (!("PushManager" in globalThis)) return say("This browser shows notifications only while the page is open.");
  /** @type {Api.PushState} */
  const state = await ask("/api/me/push");
  return state.available ? "" : say("This server sends notifications only while the page is open.");
}

export function isOn() {
  return memory.get("notify") === "yes" && globalThis.Notification?.permission === "granted";
}

/** Whether the browser's push service tells of turns, so that the page need not. */
export function isPushed() {
  return isOn() && memory.get("pushed") === "yes";
}

/** @returns {Quiet | null} */
export function quietHours() {
  const [begin, end] = (memory.get("quiet") ?? "").split("-");
  return begin && end ? { begin, end } : null;
}

/** @param {Quiet | null} quiet */
export async function setQuiet(quiet) {
  memory.set("quiet", quiet ? `${quiet.begin}-${quiet.end}` : "");
  if (isPushed()) await subscribe();
}

/** Ask the browser's leave, and subscribe where that is possible; whether it is on now. */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  memory.set("notify", "yes");
  // A push service may refuse or never answer: while it is open, the page tells of the turn itself.
  if (!(await whyNot())) void subscribe().catch(() => {});
  return true;
}

export async function switchOff() {
  memory.set("notify", "no");
  memory.set("pushed", "no");
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await ask("/api/me/push/stop", { method: "POST", body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** Subscribe, or say again where this browser is to be told, and when not. */
async function subscribe() {
  await register();
  const registration = await navigator.serviceWorker.ready;
  /** @type {Api.PushState} */
  const { key } = await ask("/api/me/push");
  if (!key) return;
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !isFor(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const quiet = quietHours();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, quiet: quiet && { ...quiet, zone } };
  await ask("/api/me/push", { method: "PUT", body });
  memory.set("pushed", "yes");
}

/**
 * Whether a subscription was made with this key of the server.
 * @param {PushSubscription} subscription
 * @param {string} key
 */
function isFor(subscription, key) {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  return text.replace(/=+$/, "") === key;
}

/** A browser may have changed its subscription since, and the reader the language. */
export async function renew() {
  const known = `${language} ${new Date().toISOString().slice(0, 10)}`;
  if (!isPushed() || memory.get("renewed") === known) return;
  await subscribe();
  memory.set("renewed", known);
}
