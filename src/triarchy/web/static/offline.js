// The page that stands in for another one while there is no network: tries again by itself.

const SECONDS = 10;

const again = () => location.reload();
document.getElementById("again")?.addEventListener("click", again);
addEventListener("online", again);
setInterval(async () => {
  try {
    await fetch("/api/status", { cache: "no-store" });
    again();
  } catch {
    // still nobody there
  }
}, SECONDS * 1000);
