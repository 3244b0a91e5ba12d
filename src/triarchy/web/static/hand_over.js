// Games finished on this device, on their way to the server that offers the page: kept here until the server has them, and told
// there once each. The page around the device's games notes them (site_shell.js); every page of the server hands them over.

import { say, toast } from "./core.js";

const NAME = "triarchy-finished", GAMES = "games";
const REFUSED = [413, 422]; // the server has looked at it and does not want it; anything else may go better later

/** @typedef {{ key: string, body: string, state: "waiting" | "kept" | "refused", why: string }} Finished */

/**
 * Do something with the games; null where the browser keeps nothing.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T | null>}
 */
async function games(mode, work) {
  try {
    return await new Promise((resolve, reject) => {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(GAMES, { keyPath: "key" });
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction(GAMES, mode, { durability: "strict" });
        const request = work(transaction.objectStore(GAMES));
        transaction.oncomplete = () => {
          database.close();
          resolve(request.result);
        };
        transaction.onabort = () => {
          database.close();
          reject(transaction.error);
        };
      };
    });
  } catch {
    return null;
  }
}

/** The games that were noted, by their tables' ids. */
export async function noted() {
  return new Set((await games("readonly", (store) => store.getAllKeys())) ?? []);
}

/**
 * Note a finished game; one that is noted already stays what it is.
 * @param {string} key
 * @param {unknown} body what the server is told
 */
export const note = (key, body) => games("readwrite", (store) => store.add({ key, body: JSON.stringify(body), state: "waiting", why: "" }));

/**
 * A game was deleted on this device.
 * @param {string} key
 */
export const forget = (key) => games("readwrite", (store) => store.delete(key));

let busy = false;

/**
 * Hand over all games that wait, and say what came of it.
 * @param {string} server where the server's pages begin, such as "/"
 */
export async function handOver(server) {
  if (busy || !navigator.onLine) return;
  busy = true;
  try {
    /** @type {Finished[]} */
    const all = (await games("readonly", (store) => store.getAll())) ?? [];
    const done = { kept: 0, refused: "" };
    for (const each of all) if (each.state === "waiting" && !(await handed(server, each, done))) break;
    tell(done);
  } finally {
    busy = false;
  }
}

/**
 * Hand over a game of a window that keeps nothing, so that it is not lost with it.
 * @param {string} server
 * @param {unknown} body
 */
export async function handOverNow(server, body) {
  const done = { kept: 0, refused: "" };
  await handed(server, { key: "", body: JSON.stringify(body), state: "waiting", why: "" }, done);
  tell(done);
}

/** @param {{ kept: number, refused: string }} done */
function tell(done) {
  if (done.kept === 1) toast(say("The game that you finished on this device is now in My games, unrated."), 8);
  else if (done.kept) toast(say("{count} games that you finished on this device are now in My games, unrated.", { count: done.kept }), 8);
  if (done.refused) toast(say("The server did not accept a game from this device: {why} The game stays on this device.", { why: done.refused }), 12);
}

/**
 * Hand one game over; whether the server can be asked about the next one.
 * @param {string} server
 * @param {Finished} game
 * @param {{ kept: number, refused: string }} done
 */
async function handed(server, game, done) {
  let answer;
  try {
    answer = await fetch(`${server}api/records/device`, { method: "POST", headers: { "Content-Type": "application/json" }, body: game.body });
  } catch {
    return false;
  }
  if (answer.status === 201) {
    if (game.key) await games("readwrite", (store) => store.put({ ...game, body: "", state: "kept" }));
    done.kept += 1;
    return true;
  }
  if (!REFUSED.includes(answer.status)) return false;
  const { error } = await answer.json().catch(() => ({ error: String(answer.status) }));
  if (game.key) await games("readwrite", (store) => store.put({ ...game, state: "refused", why: error }));
  done.refused = error;
  return true;
}
