// The page about the reader: name, ways back to one's seats, signing out, being forgotten.

import { ask, busy, button, byId, confirmed, copyField, dialog, fieldById, go, icon, language, make, refusal, say, toast } from "./core.js";
import { makePasskey, showPasskey, whyNoPasskeys } from "./passkeys.js";
import { settingsButton } from "./settings.js";

class You {
  constructor() {
    /** @type {Api.Ways | null} */
    this.ways = null;
    byId("name-form").addEventListener("submit", (event) => this.rename(event));
    byId("make-code").addEventListener("click", () => this.makeCode());
    byId("make-passkey").addEventListener("click", () => this.makePasskey());
    byId("recover").addEventListener("submit", (event) => {
      event.preventDefault();
      this.become(byId("recover"), "/api/me/recover", async () => ({ code: fieldById("recovery-code").value.trim() }));
    });
    byId("use-passkey").addEventListener("click", () =>
      this.become(byId("use-passkey"), "/api/me/sign-in", async () => ({ credential: await showPasskey() })),
    );
    for (const which of ["others", "here", "everywhere"]) {
      document.querySelector(`[data-out=${which}]`)?.addEventListener("click", () => this.signOut(which));
    }
    byId("delete-me").addEventListener("click", () => this.deleteMe());
  }

  async start() {
    try {
      this.show(await ask("/api/me/ways"));
    } catch (error) {
      toast(refusal(error).message);
    }
  }

  /** @param {Api.Ways} ways */
  show(ways) {
    this.ways = ways;
    const state = !ways.known
      ? say("There is nothing to save yet. Choose a name or take a seat first.")
      : ways.recovery
        ? say("You have a recovery code. A new one replaces it.")
        : say("You have no recovery code.");
    byId("code-state").textContent = state;
    fieldById("make-code").disabled = !ways.known;
    const why = ways.possible ? whyNoPasskeys() : say("Passkeys are not installed on this server. Its admin can add them.");
    byId("no-passkeys").textContent = why;
    byId("no-passkeys").hidden = !why;
    fieldById("make-passkey").disabled = Boolean(why) || !ways.known;
    byId("use-passkey").hidden = Boolean(why);
    byId("passkeys").replaceChildren(...ways.passkeys.map((each) => this.passkey(each)));
    byId("no-way-back").hidden = !ways.known || ways.recovery || ways.passkeys.length > 0;
    fieldById("delete-me").disabled = !ways.known;
  }

  /** @param {Api.Passkey} passkey */
  passkey(passkey) {
    const day = new Date(passkey.made).toLocaleDateString(language, { dateStyle: "medium" });
    /** @type {HTMLButtonElement} */
    const remove = button(say("Delete"), () => busy(remove, async () => this.show(await ask(`/api/me/passkeys/${passkey.id}`, { method: "DELETE" }))));
    return make("li", {}, icon("shield"), make("span", { class: "name" }, passkey.name || say("Passkey"), " ", make("small", { class: "aside" }, say("created on {day}", { day }))), remove);
  }

  /** @param {SubmitEvent} event */
  async rename(event) {
    event.preventDefault();
    await busy(byId("name-form"), async () => {
      await ask("/api/me", { method: "PUT", body: { name: fieldById("name").value.trim() } });
      toast(say("Saved."));
      this.show(await ask("/api/me/ways"));
    });
  }

  async makeCode() {
    const sure = !this.ways?.recovery || (await confirmed(say("A new recovery code?"), say("Your current code will stop working."), say("Make a new one")));
    if (!sure) return;
    await busy(byId("make-code"), async () => {
      /** @type {Api.RecoveryCode} */
      const { code } = await ask("/api/me/recovery", { method: "POST", body: {} });
      const words = say("Write it down now: you won't see it again.");
      byId("code").replaceChildren(make("div", { class: "stack" }, make("p", {}, words), copyField(code, say("Recovery code"))));
      this.show(await ask("/api/me/ways"));
    });
  }

  async makePasskey() {
    await busy(byId("make-passkey"), async () => {
      this.show(await makePasskey(navigator.platform.slice(0, 40)));
      toast(say("Passkey created."));
    });
  }

  /**
   * Be the person whose code or passkey it is; what this browser had is merged or left behind.
   * @param {Element} element
   * @param {string} path
   * @param {() => Promise<Record<string, unknown>>} proof
   */
  async become(element, path, proof) {
    await busy(element, async () => {
      try {
        await ask(path, { method: "POST", body: await proof() });
      } catch (error) {
        if (refusal(error).status !== 409) throw error;
        const merge = await this.askMerge();
        if (merge === null) return;
        await ask(path, { method: "POST", body: { ...(await proof()), merge } });
      }
      go("/");
    });
  }

  /** Whether what this browser had comes along; null: neither. */
  async askMerge() {
    const body = make(
      "div",
      { class: "stack" },
      make("p", {}, say("This browser already has its own name, seats or lesson progress. Add them to the profile you are signing in to?")),
      make(
        "div",
        { class: "actions" },
        button(say("Cancel"), () => box.close("")),
        button(say("Leave them out"), () => box.close("no")),
        button(say("Merge"), () => box.close("yes"), { kind: "primary" }),
      ),
    );
    const box = dialog(say("Merge with this browser?"), body);
    const answer = await box.closed;
    return answer ? answer === "yes" : null;
  }

  /** @param {string} which */
  async signOut(which) {
    const ways = this.ways;
    const lost = which !== "others" && ways?.known && !ways.recovery && !ways.passkeys.length;
    const words = lost
      ? say("You have no recovery code and no passkey. If you sign out now, you lose your seats for good.")
      : which === "others"
        ? say("Your other browsers will be signed out; this one keeps your seats.")
        : say("You can sign in again with your recovery code or a passkey.");
    if (!(await confirmed(say("Sign out?"), words, say("Sign out")))) return;
    await busy(byId("out-heading"), async () => {
      await ask("/api/me/sign-out", { method: "POST", body: { which } });
      if (which === "others") toast(say("All other browsers have been signed out."));
      else go("/");
    });
  }

  async deleteMe() {
    const words = say("“Guest” replaces your name everywhere and bots take over your seats. This can't be undone. The games stay.");
    if (!(await confirmed(say("Delete everything about you?"), words, say("Delete my profile")))) return;
    await busy(byId("delete-me"), async () => {
      await ask("/api/me", { method: "DELETE" });
      go("/");
    });
  }
}

settingsButton();
new You().start();
