// What every page does beside its own: the service worker, the number of waiting tables.

import { keepForApp, here } from "./device.js";
import { handOver } from "./hand_over.js";
import { register, renew } from "./notify.js";
import { watchWaiting } from "./waiting.js";

watchWaiting();
if (here) {
  const server = `${document.documentElement.dataset.root}/`;
  handOver(server);
  addEventListener("online", () => handOver(server));
  keepForApp().catch(() => {});
}
register().then(renew).catch(() => {}); // the page works without
