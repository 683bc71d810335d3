// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { attribute, text } from "../dom.js";

/**
 * A button that removes every refinement, with their number. Without any it is disabled, but keeps
 * the focus of a user who has just pressed it.
 */
export default class ClearFilters {
  constructor({ widget, send }) {
    this.title = widget.title ?? "Clear all filters";
    this.element = button(this.title, () => this.#clear(send), { kind: "clear-filters", "aria-disabled": "true" });
  }

  render(view) {
    attribute(this.element, "aria-disabled", String(!view.enabled));
    text(this.element, view.count > 0 ? `${this.title} (${view.count})` : this.title);
  }

  #clear(send) {
    if (this.element.getAttribute("aria-disabled") === "false") send("clear");
  }
}
