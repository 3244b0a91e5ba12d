// Links for other people and other devices: to copy, to scan, and what to do where they lead nowhere.

import { ask, copyField, make, qrImage, say } from "./core.js";

/** @type {Promise<Api.ServerStatus | null> | null} */
let status = null;

/**
 * A link to copy and its QR code. Where the server can be reached from its own computer alone, how to change that is
 * said in place of a code that no other device could open.
 * @param {string} link
 * @param {string} name
 * @param {string} [qr] the source of the code; none: the link alone
 */
export function linkToShare(link, name, qr) {
  const parts = make("div", { class: "stack" }, copyField(link, name));
  status ??= ask("/api/status").catch(() => null);
  status.then((known) => {
    const here = known?.only_here;
    if (here) parts.append(onlyHere(here));
    else if (qr) parts.append(qrImage(qr));
  });
  return parts;
}

/** @param {Api.OnlyHere} here */
function onlyHere({ command, address }) {
  return make(
    "div",
    { class: "stack only-here" },
    make("p", {}, say("This link works on this computer only. To let other devices on your network in, stop the server and start it with this command:")),
    copyField(command, say("Command")),
    address ? make("p", { class: "aside" }, say("Links then begin with {address}.", { address })) : "",
  );
}
