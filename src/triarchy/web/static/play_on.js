// Play on from here: a new table against bots from a position that is being looked at.

import { askWhenReady, go, refusal, toast } from "./core.js";

/**
 * Open the table and go there.
 * @param {Record<string, unknown>} position as `POST /api/play-on` takes it
 */
export async function playOn(position) {
  try {
    const table = await askWhenReady("/api/play-on", { method: "POST", body: position });
    go(`/table/${table.id}`);
  } catch (error) {
    toast(refusal(error).message);
  }
}
