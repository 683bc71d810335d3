// SPDX-License-Identifier: MIT

import { recall, remember } from "./memory.js";

/**
 * Keeps the scroll position of a session over a reload. The browser's own way comes too early: the results arrive after
 * the page, with all pages that had been loaded.
 */
export class ScrollMemory {
  #name;
  #wanted;

  constructor(session, signal) {
    this.#name = `scroll.${session}`;
    this.#wanted = Number(recall(this.#name, sessionStorage) ?? 0);
    addEventListener("pagehide", () => this.save(), { signal });
  }

  save() {
    remember(this.#name, String(Math.round(scrollY)), sessionStorage);
  }

  /** The results are drawn: goes back to where the person was, the first time only. */
  restore() {
    if (this.#wanted > 0 && scrollY === 0) scrollTo(0, this.#wanted);
    this.#wanted = 0;
  }
}
