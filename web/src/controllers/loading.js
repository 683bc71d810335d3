// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";

/**
 * The sign that a search takes long. It appears only when the search is *stalled*: one that answers within the stall
 * time never flickers.
 */
export default class Loading {
  #announce;

  constructor({ announce }) {
    this.#announce = announce;
    this.element = h("div", { class: "loading-bar", role: "progressbar", "aria-label": "Searching", hidden: true });
  }

  render(view) {
    if (view.stalled && this.element.hidden) this.#announce("Still searching…");
    attribute(this.element, "hidden", !view.stalled);
  }
}
