// The browser's Back closes what lies over the page, as the button of a phone is expected to.

export class ClosedByBack {
  constructor() {
    /** @type {(() => void) | null} */
    this.close = null;
    addEventListener("popstate", () => {
      const close = this.close;
      this.close = null;
      close?.();
    });
  }

  /**
   * Something has been opened: Back closes it by calling this.
   * @param {() => void} close
   */
  opened(close) {
    this.close = close;
    history.pushState({ over: true }, "");
  }

  /** It has been closed otherwise: the entry made for it goes. */
  closed() {
    if (!this.close) return;
    this.close = null;
    if (history.state?.over) history.back();
  }
}
