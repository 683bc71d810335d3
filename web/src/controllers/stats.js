// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { h, text } from "../dom.js";

/** How many results and how fast; also what a listener hears after each search. */
export default class Stats {
  #announce;

  constructor({ announce }) {
    this.#announce = announce;
    this.element = h("p", { class: "stats" });
  }

  render(view) {
    text(this.element, view.text ?? "");
    if (view.phase === "ready" && view.text) this.#announce(view.text);
  }
}
