// SPDX-License-Identifier: MIT

import { addressLink, followAddress } from "./address.js";

/**
 * A session that belongs to a page: it has the options of `SearchBus.session`, and two more. `remember` is a name under which the tab
 * keeps the session over reloads. With `address` the page's query string follows the session's permalink, as `followAddress` describes;
 * a list has the names of the parameters that are the page's own.
 *
 * `session` exists at once; `open` and `close` need a page.
 */
export class PageSession {
  #remember;
  #address;
  #link;
  #unfollow = null;

  constructor(bus, { remember = null, address = false, id = null, link = null, initial = null, mayBeNew = false } = {}) {
    this.#remember = remember;
    this.#address = address === false ? null : { own: Array.isArray(address) ? address : [] };
    const known = id ?? (initial ? null : this.#recall());
    const start = link ?? (this.#address && globalThis.document ? addressLink(this.#address) : null);
    // A new session begins with the link; one that is resumed is asked to restore it.
    this.#link = known === null ? null : start;
    this.session = bus.session({ id: known, link: start, initial, mayBeNew });
  }

  /** Opens the session, as its own `open` does. */
  async open() {
    if (this.#address) this.#unfollow ??= followAddress(this.session, { ...this.#address, link: this.#link });
    await this.session.open();
    this.#keep();
    return this.session;
  }

  /** Leaves the session, and the address as it is. */
  close() {
    this.#unfollow?.();
    this.session.close();
  }

  #recall() {
    if (this.#remember === null || !globalThis.document) return null;
    try {
      return sessionStorage.getItem(this.#memory);
    } catch {
      return null; // Storage is blocked: each visit begins a new session.
    }
  }

  #keep() {
    try {
      if (this.#remember !== null) sessionStorage.setItem(this.#memory, this.session.id);
    } catch {
      // Not remembered: nothing depends on it.
    }
  }

  get #memory() {
    return `searchbus.session.${this.#remember}`;
  }
}
