// Passkeys: the browser's side of making and showing one.

import { Refused, ask, say } from "./core.js";

/** Why there can be no passkeys on this page; "" if there can. */
export function whyNoPasskeys() {
  if (!isSecureContext) return say("Passkeys need an https address, or localhost on this computer.");
  if (/^[\d.]+$|^\[/.test(location.hostname)) return say("Passkeys need a name: open this page as localhost, or by the server's name instead of its number.");
  if (!("PublicKeyCredential" in globalThis)) return say("This browser doesn't support passkeys.");
  return "";
}

/** @param {string} coded in base64url */
function bytes(coded) {
  const plain = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What a browser has made or shown, as the server reads it.
 * @param {Credential | null} credential
 */
function written(credential) {
  if (!(credential instanceof PublicKeyCredential)) throw new Refused(0, say("No passkey was chosen."));
  const { response } = credential;
  /** @type {Record<string, unknown>} */
  const answer = { clientDataJSON: text(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) answer.attestationObject = text(response.attestationObject);
  if (response instanceof AuthenticatorAssertionResponse) {
    answer.authenticatorData = text(response.authenticatorData);
    answer.signature = text(response.signature);
    answer.userHandle = response.userHandle ? text(response.userHandle) : null;
  }
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response: answer };
}

/**
 * A dialog of the browser's own; that it was closed is a sentence, not an error.
 * @param {() => Promise<Credential | null>} open
 */
async function shown(open) {
  try {
    return written(await open());
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    const known = error.name === "InvalidStateError" ? say("This device already has a passkey of yours.") : say("No passkey was chosen.");
    throw new Refused(0, known);
  }
}

/**
 * What the server asks for, as the library on its side writes it.
 * @typedef {{ id: string, type: "public-key" }} Named
 * @typedef {{ challenge: string, rp: { id: string, name: string }, user: { id: string, name: string, displayName: string }, pubKeyCredParams: PublicKeyCredentialParameters[], excludeCredentials?: Named[] }} Making
 * @typedef {{ challenge: string, rpId: string }} Showing
 */

/** @param {string} name what the passkey is called in the list */
export async function makePasskey(name) {
  /** @type {{ options: Making }} */
  const { options } = await ask("/api/me/passkeys/begin", { method: "POST", body: {} });
  const credential = await shown(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map((each) => ({ ...each, id: bytes(each.id) })),
      },
    }),
  );
  return ask("/api/me/passkeys", { method: "POST", body: { credential, name } });
}

/** What a passkey of the reader's signs: to be sent to `/api/me/sign-in`. */
export async function showPasskey() {
  /** @type {{ options: Showing }} */
  const { options } = await ask("/api/me/sign-in/begin", { method: "POST", body: {} });
  return shown(() => navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] } }));
}
