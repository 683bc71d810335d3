// SPDX-License-Identifier: MIT
// Part of SearchBus.

const sessionPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Reads and writes the place in the URL's fragment, `#/search?session=abc`. The fragment, because the server serves one
 * page; the session in it, because a link must lead to the same state on another device.
 */
export class Router extends EventTarget {
  #pages;

  constructor(pages) {
    super();
    this.#pages = pages;
    addEventListener("hashchange", () => this.dispatchEvent(new Event("change")));
  }

  /** The page in force; an unknown one is the first. */
  get page() {
    const name = location.hash.slice(1).split("?")[0].split("/")[1];
    return this.#pages.includes(name) ? name : this.#pages[0];
  }

  get parameters() {
    return new URLSearchParams(location.hash.split("?").slice(1).join("?"));
  }

  /** The session the URL names, if it is a well-formed id. */
  get session() {
    const id = this.parameters.get("session");
    return id !== null && sessionPattern.test(id) ? id : null;
  }

  /** A link to a page in a session; `extra` are further parameters. */
  link(page, session, extra = {}) {
    const parameters = new URLSearchParams(session ? { session } : {});
    for (const [name, value] of Object.entries(extra)) if (value) parameters.set(name, value);
    return `#/${page}?${parameters}`;
  }

  /** Goes to a link made by `link`. With `replace` the place before it cannot be gone back to. */
  go(link, { replace = false } = {}) {
    if (link === location.hash) return;
    if (!replace) {
      location.hash = link;
      return;
    }
    history.replaceState(history.state, "", link);
    this.dispatchEvent(new Event("change"));
  }
}
