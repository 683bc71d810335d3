// SPDX-License-Identifier: MIT

import { h } from "./dom.js";

const quietTime = 700;

/**
 * Tells people who listen to the page what changed on it. One polite live region for the whole console; of several
 * announcements close together (typing) only the last is spoken.
 */
export class Announcer {
  element = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", id: "announcements" });
  #timer = 0;

  announce = (message) => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.element.textContent !== message) this.element.textContent = message;
    }, quietTime);
  };
}
