// SPDX-License-Identifier: MIT

import { Choice } from "../choice.js";

/** In which order the results stand: a choice among indexes. */
export default class SortBy {
  #choice;

  constructor({ widget, send }) {
    this.#choice = new Choice(widget.title ?? "Sort by", (index) => send("select", { index }));
    this.element = this.#choice.element;
  }

  render(view) {
    this.#choice.show(view.items.map(({ index, label }) => ({ value: index, label })), view.selected ?? null);
  }
}
