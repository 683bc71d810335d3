// SPDX-License-Identifier: MIT

import { StatsElement } from "../../client/elements/small.js";
import { drawn } from "../drawn.js";

/** The number of results and the duration; also announced to screen readers after each search. */
export default class Stats {
  #announce;

  constructor(given) {
    this.#announce = given.announce;
    // The page has one live region for all widgets.
    this.element = drawn("stats", StatsElement, given, { class: "stats", dir: "auto", role: "paragraph" });
  }

  render(view) {
    this.element.show(view);
    const words = this.element.textContent;
    if (view.phase === "ready" && words) this.#announce(words);
  }
}
