// The service worker of the games on the device: one version at a time, networks apart, other workers' files left alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const BASE = "https://x.example/games/here/";
const text = readFileSync(new URL("../../src/triarchy/web/static/site_offline.js", import.meta.url), "utf8");

/** What a browser gives a worker, as far as this one uses it; `served` is what lies on the host, by name. */
class World {
  constructor(served) {
    this.served = served;
    this.fetched = [];
    this.stores = new Map();
    const world = this;
    const url = (request) => (typeof request === "string" ? request : request.url);
    this.caches = {
      keys: async () => [...world.stores.keys()],
      delete: async (name) => world.stores.delete(name),
      async open(name) {
        if (!world.stores.has(name)) world.stores.set(name, new Map());
        const store = world.stores.get(name);
        return {
          keys: async () => [...store.keys()].map((each) => ({ url: each })),
          match: async (request) => store.get(url(request)),
          put: async (request, answer) => store.set(url(request), answer),
          delete: async (request) => store.delete(url(request)),
          async addAll(requests) {
            const answers = await Promise.all(requests.map((each) => world.fetch(each)));
            if (answers.some((each) => each.status !== 200)) throw new TypeError("not all");
            requests.forEach((each, index) => store.set(url(each), answers[index]));
          },
        };
      },
    };
  }

  async fetch(request) {
    const name = request.url.slice(BASE.length);
    this.fetched.push(name);
    const found = this.served[name];
    if (found === undefined) return { status: 404, clone: () => null };
    if (request.integrity && request.integrity !== `hash of ${found}`) throw new TypeError("not what was built");
    return { status: 200, body: found, clone: () => ({ status: 200, body: found }) };
  }

  /** A version of the worker; what it is told is awaited. */
  worker(version, files, networks) {
    const listeners = {};
    const self = { addEventListener: (name, hear) => (listeners[name] = hear), registration: { scope: BASE } };
    class Request {
      constructor(address, more = {}) {
        Object.assign(this, { url: address, method: "GET", ...more });
      }
    }
    const whole = text
      .replace('const VERSION = "";', `const VERSION = ${JSON.stringify(version)};`)
      .replace("const FILES = {};", `const FILES = ${JSON.stringify(files)};`)
      .replace("const NETWORKS = {};", `const NETWORKS = ${JSON.stringify(networks)};`);
    assert.notEqual(whole, text);
    vm.runInNewContext(whole, { self, caches: this.caches, fetch: (request) => this.fetch(request), Request, URL, location: { href: `${BASE}offline.js?language=en` } });
    const told = async (name, event = {}) => {
      let work = null;
      listeners[name]({ ...event, waitUntil: (promise) => (work = promise), respondWith: (promise) => (work = promise) });
      return work;
    };
    return { install: () => told("install"), activate: () => told("activate"), ask: (name) => told("fetch", { request: new Request(BASE + name) }) };
  }

  kept(name) {
    return [...(this.stores.get(name)?.keys() ?? [])].map((each) => each.slice(BASE.length)).sort();
  }
}

const hashes = (version) => ({ all: { "index.html": `hash of first ${version}`, "site.json": "" }, en: { "en/home.html": `hash of home ${version}` }, de: { "de/home.html": `hash of heim ${version}` } });
const served = (version) => ({ "index.html": `first ${version}`, "site.json": "{}", "en/home.html": `home ${version}`, "de/home.html": `heim ${version}`, [`networks/${version}/index.json`]: "{}", [`networks/${version}/china/plain.npz`]: `china ${version}`, [`networks/${version}/meridian/plain.npz`]: `meridian ${version}` });
const networks = (version) => Object.fromEntries(["china", "meridian"].map((game) => [game, [`networks/${version}/index.json`, `networks/${version}/${game}/plain.npz`]]));
const made = (world, version) => world.worker(version, hashes(version), networks(version));

test("the reader's language is kept whole, and answered without the host", async () => {
  const world = new World(served("a"));
  const worker = made(world, "a");
  await worker.install();
  assert.deepEqual(world.kept("site-a"), ["en/home.html", "index.html", "site.json"]);
  world.served = {};
  assert.equal((await worker.ask("en/home.html?x=1")).body, "home a");
  assert.equal((await worker.ask("")).body, "first a");
});

test("another language and a network are kept once somebody asks for them", async () => {
  const world = new World(served("a"));
  const worker = made(world, "a");
  await worker.install();
  await worker.ask("de/home.html");
  await worker.ask("networks/a/china/plain.npz");
  world.served = {};
  assert.equal((await worker.ask("de/home.html")).body, "heim a");
  assert.equal((await worker.ask("networks/a/china/plain.npz")).body, "china a");
  assert.deepEqual(world.kept("site-networks"), ["networks/a/china/plain.npz"]);
});

test("while an upload is under way nothing is installed", async () => {
  const world = new World({ ...served("b"), "en/home.html": "home a" });
  await assert.rejects(made(world, "b").install());
});

test("an older version keeps nothing of a newer one", async () => {
  const world = new World(served("a"));
  const worker = made(world, "a");
  await worker.install();
  world.served = served("b");
  assert.equal((await worker.ask("de/home.html")).body, "heim b");
  assert.equal((await worker.ask("en/home.html")).body, "home a");
  assert.equal((await worker.ask("networks/a/china/plain.npz")).status, 404);
  assert.deepEqual(world.kept("site-a"), ["en/home.html", "index.html", "site.json"]);
  assert.deepEqual(world.kept("site-networks"), []);
});

test("a newer version brings the networks of the games that were kept, and takes the older ones away", async () => {
  const world = new World(served("a"));
  const old = made(world, "a");
  await old.install();
  await old.ask("networks/a/china/plain.npz");
  await (await world.caches.open("shell-1")).put(`${BASE}elsewhere`, {});
  world.served = served("b");
  const fresh = made(world, "b");
  await fresh.install();
  assert.equal((await old.ask("networks/a/china/plain.npz")).body, "china a");
  await fresh.activate();
  assert.deepEqual(await world.caches.keys(), ["site-networks", "shell-1", "site-b"]);
  assert.deepEqual(world.kept("site-networks"), ["networks/b/china/plain.npz", "networks/b/index.json"]);
});
