// The page about the reader: name, ways back to one's seats, signing out, being forgotten.

import { ask, busy, button, byId, confirmed, copyField, dialog, fieldById, icon, language, make, refusal, say, toast } from "./core.js";
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
      ? say("Nothing is kept of you yet: say your name or take a seat first.")
      : ways.recovery
        ? say("You have a recovery code. A new one replaces it.")
        : say("You have no recovery code.");
    byId("code-state").textContent = state;
    fieldById("make-code").disabled = !ways.known;
    const why = ways.possible ? whyNoPasskeys() : say("This server has no passkeys; its host has to install them.");
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
    return make("li", {}, icon("shield"), make("span", { class: "name" }, passkey.name || say("Passkey"), " ", make("small", { class: "aside" }, say("made {day}", { day }))), remove);
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
    const sure = !this.ways?.recovery || (await confirmed(say("A new recovery code?"), say("The one you have is no longer good then."), say("Make a new one")));
    if (!sure) return;
    await busy(byId("make-code"), async () => {
      /** @type {Api.RecoveryCode} */
      const { code } = await ask("/api/me/recovery", { method: "POST", body: {} });
      const words = say("Write it down now: it is shown this once.");
      byId("code").replaceChildren(make("div", { class: "stack" }, make("p", {}, words), copyField(code, say("Recovery code"))));
      this.show(await ask("/api/me/ways"));
    });
  }

  async makePasskey() {
    await busy(byId("make-passkey"), async () => {
      this.show(await makePasskey(navigator.platform.slice(0, 40)));
      toast(say("The passkey is made."));
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
      location.href = "/";
    });
  }

  /** Whether what this browser had comes along; null: neither. */
  async askMerge() {
    const body = make(
      "div",
      { class: "stack" },
      make("p", {}, say("This browser has a name, seats or lessons of its own. Shall they become part of the person you are about to be?")),
      make(
        "div",
        { class: "actions" },
        button(say("Cancel"), () => box.close("")),
        button(say("Leave them behind"), () => box.close("no")),
        button(say("Merge both"), () => box.close("yes"), { kind: "primary" }),
      ),
    );
    const box = dialog(say("Two persons, one human?"), body);
    const answer = await box.closed;
    return answer ? answer === "yes" : null;
  }

  /** @param {string} which */
  async signOut(which) {
    const ways = this.ways;
    const lost = which !== "others" && ways?.known && !ways.recovery && !ways.passkeys.length;
    const words = lost
      ? say("You have neither a recovery code nor a passkey: nobody can come back to your seats.")
      : which === "others"
        ? say("Your other browsers no longer hold your seats; this one does.")
        : say("You come back with your recovery code or a passkey.");
    if (!(await confirmed(say("Sign out?"), words, say("Sign out")))) return;
    await busy(byId("out-heading"), async () => {
      await ask("/api/me/sign-out", { method: "POST", body: { which } });
      if (which === "others") toast(say("All other browsers are signed out."));
      else location.href = "/";
    });
  }

  async deleteMe() {
    const words = say("Your name becomes “guest” wherever it stands, bots play on for you, and nobody can bring it back. The games stay.");
    if (!(await confirmed(say("Delete everything about you?"), words, say("Delete me")))) return;
    await busy(byId("delete-me"), async () => {
      await ask("/api/me", { method: "DELETE" });
      location.href = "/";
    });
  }
}

settingsButton();
new You().start();
