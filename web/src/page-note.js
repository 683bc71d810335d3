// SPDX-License-Identifier: MIT

import { button, iconButton } from "./buttons.js";
import { h, text } from "./dom.js";

/** A line above the page that stays until it is dismissed or no longer valid; it may offer one action. */
export class PageNote {
  #words = h("span", { dir: "auto" });
  #way = h("span");
  #dismissed = null;
  element = h("div", { class: "page-note", role: "status" });

  /** Shows a message, unless just that was dismissed; `way` is `{ words, act }`. */
  show(message, way = null) {
    if (this.#dismissed === message) return;
    if (this.element.childElementCount === 0) {
      this.element.append(this.#words, this.#way, iconButton("close", "Dismiss", "dismiss-note", () => this.#dismiss()));
    }
    text(this.#words, message);
    if (way === null) this.#way.replaceChildren();
    else if (this.#way.childElementCount === 0) this.#way.append(button(way.words, way.act));
  }

  /** Hides a note that is no longer valid. */
  hide() {
    this.#dismissed = null;
    this.element.replaceChildren();
  }

  #dismiss() {
    this.#dismissed = this.#words.textContent;
    this.element.replaceChildren();
  }
}
