// The games of this device, in IndexedDB: one document for each table, by its id. Another tab may have them too.

const NAME = "triarchy", TABLES = "tables";

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Store {
  /** @param {(key: string) => void} changed another tab has changed a document */
  constructor(changed) {
    /** @type {IDBDatabase | null} */
    this.database = null;
    /** @type {Map<string, Site.Kept>} what is kept where there is no database, for as long as the page is open */
    this.memory = new Map();
    this.channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;
    this.channel?.addEventListener("message", ({ data }) => changed(data));
  }

  get lasting() {
    return this.database !== null;
  }

  /** @returns {Promise<Record<string, string>>} all documents */
  async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: "key" });
      this.database = await done(request);
      /** @type {Site.Kept[]} */
      const kept = await done(this.database.transaction(TABLES).objectStore(TABLES).getAll());
      return Object.fromEntries(kept.map(({ key, text }) => [key, text]));
    } catch {
      this.database = null;
      return {};
    }
  }

  /**
   * The document of a table as it is stored.
   * @param {string} key
   * @returns {Promise<string | null>}
   */
  async get(key) {
    if (!this.database) return this.memory.get(key)?.text ?? null;
    /** @type {Site.Kept | undefined} */
    const found = await done(this.database.transaction(TABLES).objectStore(TABLES).get(key));
    return found?.text ?? null;
  }

  /**
   * Store a document, if nobody else has stored a later version since; null: delete it.
   * @param {string} key
   * @param {string | null} text
   * @param {number} version 0: it has none
   * @returns {Promise<{ why: "full" | "stale", text: string | null } | null>} what was wrong, and what is stored
   */
  async put(key, text, version) {
    if (!this.database) {
      if (text === null) this.memory.delete(key);
      else this.memory.set(key, { key, text, version });
      return null;
    }
    try {
      const transaction = this.database.transaction(TABLES, "readwrite", { durability: "strict" });
      const written = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const tables = transaction.objectStore(TABLES);
      /** @type {Site.Kept | undefined} */
      const there = await done(tables.get(key));
      // A review is stored beside a game that has not gone on: the same version, another text.
      if (text !== null && version && (there?.version ?? 0) > version) return { why: "stale", text: there?.text ?? null };
      if (text !== null && version > 2 && there && there.version === version && movesOf(there.text) !== movesOf(text)) return { why: "stale", text: there.text };
      tables[text === null ? "delete" : "put"](/** @type {any} */ (text === null ? key : { key, text, version }));
      await written;
      this.channel?.postMessage(key);
      return null;
    } catch {
      return { why: "full", text: await this.get(key).catch(() => null) };
    }
  }
}

/** @param {string} text */
const movesOf = (text) => JSON.stringify(JSON.parse(text).moves);
