// What every page does beside its own: the service worker, the number of waiting tables.

import { register, renew } from "./notify.js";
import { watchWaiting } from "./waiting.js";

watchWaiting();
register().then(renew).catch(() => {}); // the page works without
