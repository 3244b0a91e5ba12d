// Importing a record: from a file, dropped or pasted.

import { askWhenReady, busy, byId, fieldById, go, refusal, Refused, say } from "./core.js";
import { settingsButton } from "./settings.js";

/** @param {string} text */
async function send(text) {
  const wrong = byId("wrong");
  wrong.hidden = true;
  await busy(byId("send"), async () => {
    try {
      let record;
      try {
        record = JSON.parse(text);
      } catch {
        throw new Refused(0, say("This is not JSON."));
      }
      /** @type {Api.Table} */
      const table = await askWhenReady("/api/records", { method: "POST", body: record });
      go(`/replay/${table.id}`);
    } catch (error) {
      wrong.textContent = refusal(error).message;
      wrong.hidden = false;
    }
  });
}

/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  fieldById("text").value = await file.text();
  await send(fieldById("text").value);
}

settingsButton();
byId("file").addEventListener("change", () => read(fieldById("file").files?.[0]));
byId("import").addEventListener("submit", (event) => {
  event.preventDefault();
  send(fieldById("text").value);
});
const drop = byId("drop");
for (const name of ["dragenter", "dragover"]) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  read(event.dataTransfer?.files[0]);
});
