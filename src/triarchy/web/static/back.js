// The browser's Back closes what lies over the page, as the button of a phone is expected to.

export class ClosedByBack {
  constructor() {
    /** @type {(() => void) | null} what Back closes now */
    this.close = null;
    this.entered = false; // whether an entry of ours is the last one of the history
    addEventListener("popstate", () => {
      const { close, entered } = this;
      this.close = null;
      this.entered = false;
      if (close) close();
      // What the entry was made for has been closed long since: Back means to leave the page.
      else if (entered) history.back();
    });
  }

  /**
   * Something has been opened: Back closes it by calling this.
   * @param {() => void} close
   */
  opened(close) {
    this.close = close;
    if (!this.entered) history.pushState(null, "");
    this.entered = true;
  }

  /** It has been closed otherwise. */
  closed() {
    this.close = null;
  }
}
