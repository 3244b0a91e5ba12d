// The page that stands in for another one while there is no network: tries again by itself, and leads to the games that
// this device has.

const SECONDS = 10;
const { root, here } = document.documentElement.dataset;

const again = () => location.reload();
document.getElementById("again")?.addEventListener("click", again);
addEventListener("online", again);
setInterval(async () => {
  try {
    await fetch(`${root}/api/status`, { cache: "no-store" });
    again();
  } catch {
    // still nobody there
  }
}, SECONDS * 1000);

const KNOWN = /^\/(rules|strategy|legend|learn|puzzles|analyse|new)(\/|$)/; // pages that the device has too
if (here && "caches" in globalThis) {
  const kept = (await caches.keys()).some((name) => name.startsWith("site-") && name !== "site-networks");
  for (const id of ["kept", "here", "missing"]) /** @type {HTMLElement} */ (document.getElementById(id)).hidden = (id === "missing") === kept;
  const path = location.pathname.slice((root ?? "").length);
  const link = /** @type {HTMLAnchorElement} */ (document.getElementById("here"));
  if (KNOWN.test(path)) link.hash = path;
}
