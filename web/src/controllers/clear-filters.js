// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { button } from "../buttons.js";
import { text } from "../dom.js";

/** One button that removes every refinement; it says how many there are. */
export default class ClearFilters {
  constructor({ widget, send }) {
    this.title = widget.title ?? "Clear all filters";
    this.element = button(this.title, () => send("clear"), { kind: "clear-filters", disabled: true });
  }

  render(view) {
    this.element.disabled = !view.enabled;
    text(this.element, view.count > 0 ? `${this.title} (${view.count})` : this.title);
  }
}
