// A worker that runs Python in the browser. For a site without a server: as the house, which answers pages, or as the thinker, in
// which bots think. For a server's page: as the adviser, which works out hints and reviews. Python is Pyodide, unchanged; ours comes as one archive, and the rules of the games are WebAssembly of their own.

const worker = /** @type {any} */ (self);
/** @type {any} */
let python = null;
/** @type {any} */
let own = null;

let file = ""; // what is being read
let missing = false; // whether it could not be fetched

/** @param {{ role: string, pyodide: string, code: string, networks: string }} wish */
async function begin({ role, pyodide, code, networks }) {
  const archive = await fetched(code);
  file = "pyodide";
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  python = await loadPyodide({ indexURL: pyodide });
  file = code;
  python.unpackArchive(archive, "zip", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  own = python.pyimport("triarchy.site.page");
  file = own.begin(role, networks);
  if (file) throw new Error(file);
  worker.postMessage({ do: "loaded" });
}

/** @param {string} address */
async function fetched(address) {
  missing = true;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  const data = await answer.arrayBuffer();
  missing = false;
  return data;
}

/** @param {{ data: any }} event */
async function hear({ data }) {
  if (data.do === "begin") {
    try {
      await begin(data);
    } catch (error) {
      console.error(error);
      worker.postMessage({ do: "failed", why: missing ? "network" : "file", name: file.slice(file.lastIndexOf("/") + 1) });
    }
  } else if (data.do === "think") worker.postMessage({ do: "thought", ticket: data.ticket, answer: own.think(data.question) ?? null });
  else if (data.do === "advise") worker.postMessage({ do: "advised", ticket: data.ticket, answer: own.advise(data.question) ?? null });
  else {
    const out = JSON.parse(own.hear(JSON.stringify(data)));
    if (data.do === "open") worker.postMessage({ do: "opened" });
    if (out.length) worker.postMessage({ do: "out", out });
  }
}

worker.addEventListener("message", hear);
