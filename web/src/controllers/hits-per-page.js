// SPDX-License-Identifier: MIT

import { Choice } from "../choice.js";

/** How many results a page has. */
export default class HitsPerPage {
  #choice;

  constructor({ widget, send }) {
    this.#choice = new Choice(widget.title ?? "Results per page", (value) => send("select", { value }));
    this.element = this.#choice.element;
  }

  render(view) {
    this.#choice.show(view.items.map(({ value, label }) => ({ value, label })), view.selected ?? null);
  }
}
