// SPDX-License-Identifier: MIT

import { recall, remember } from "./memory.js";

// After so many milliseconds what was in sight is no longer looked for.
const patience = 5_000;
// Where one scrolls to is noted in a pause: when the page goes away it is too late to look.
const notePause = 150;
const inputs = ["wheel", "keydown", "pointerdown", "touchstart"];

/**
 * Keeps what is in sight of a session's results over a reload, and while another page is shown: the first hit and where it is. Rows that
 * are not loaded have an estimated height, so that a number of pixels would lead to others. The browser's own way comes too early: the
 * results arrive after the page.
 */
export class ScrollMemory {
  #name;
  #wanted;
  #until = 0;
  #noted = null;
  #timer = 0;

  constructor(session, signal) {
    this.#name = `scroll.${session}`;
    this.#wanted = read(recall(this.#name, sessionStorage));
    addEventListener("pagehide", () => { this.#note(); this.save(); }, { signal });
    addEventListener("scroll", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#note(), notePause);
    }, { signal, passive: true });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    for (const input of inputs) addEventListener(input, () => { this.#wanted = null; }, { signal, passive: true });
  }

  save() {
    if (this.#noted !== null) remember(this.#name, JSON.stringify(this.#noted), sessionStorage);
  }

  #note() {
    const first = [...document.querySelectorAll("[data-hit]")].find((card) => card.getBoundingClientRect().top >= 0);
    const place = first ? { hit: first.dataset.hit, top: Math.round(first.getBoundingClientRect().top) } : {};
    this.#noted = { y: Math.round(scrollY), ...place };
  }

  /** Whether the place is still to be found. */
  get isWaiting() {
    return this.#wanted !== null;
  }

  /** Results are drawn: goes back to where the person was, as soon as that is there, unless the person goes elsewhere. */
  restore() {
    const wanted = this.#wanted;
    if (wanted === null) return;
    if (this.#until === 0) {
      if (scrollY > 0) this.#wanted = null;
      else scrollTo(0, wanted.y);
      this.#until = performance.now() + patience;
    }
    const card = wanted.hit === undefined ? null : document.querySelector(`[data-hit="${CSS.escape(wanted.hit)}"]`);
    if (card) scrollBy(0, card.getBoundingClientRect().top - wanted.top);
    if (card || wanted.hit === undefined || performance.now() > this.#until) this.#wanted = null;
  }
}

/** What was remembered; null for nothing, the top of the page, and what an older console wrote. */
function read(text) {
  try {
    const wanted = JSON.parse(text ?? "null");
    return wanted?.y > 0 ? wanted : null;
  } catch {
    return null;
  }
}
