// The page behind a private link: takes the seat to this device and goes on to the table.

import { ask, at, byId, refusal, Refused, say } from "./core.js";
import { settingsButton } from "./settings.js";

async function start() {
  settingsButton();
  const words = byId("carry");
  const token = location.hash.slice(1);
  // Nothing secret stays in the address or in the history.
  history.replaceState(null, "", location.pathname);
  try {
    if (!token) throw new Refused(0, say("This link has already been used. Ask for a new one at the table."));
    await ask(`/api/tables/${words.dataset.table}/carried`, { method: "POST", body: { token } });
    location.replace(at(`/table/${words.dataset.table}`));
  } catch (error) {
    words.textContent = refusal(error).message;
  }
}

start();
