// SPDX-License-Identifier: MIT

import { AutocompleteElement } from "../../client/elements/autocomplete.js";
import { textInput } from "../../client/text-field.js";
import { h } from "../dom.js";
import { drawn } from "../drawn.js";
import { icon } from "../icons.js";
import { Voice } from "../voice.js";

let instances = 0;

/** A box to type in, or to speak to, with a list to choose from below it. */
export default class Autocomplete {
  #voice = new Voice({ heard: (words) => this.element.enter(words) });

  constructor({ widget, ...given }) {
    const id = `autocomplete-${widget.name}-${(instances += 1)}`;
    const placeholder = widget.parameters?.placeholder ?? "Search";
    const input = textInput({
      class: "box-input", id, name: widget.name, "aria-label": widget.title ?? placeholder, placeholder, "aria-describedby": `${id}-hint`,
      data: { searchBox: "" }, on: { input: () => this.#voice.quiet() },
    });
    this.element = drawn("autocomplete", AutocompleteElement, given, { class: "autocomplete", role: "search", "aria-label": widget.title ?? placeholder },
      h("div", { class: "search-box" }, icon("search"), input,
        h("button", { type: "button", class: "icon-button clear", "aria-label": "Clear the search" }, icon("close")),
        this.#voice.button, this.#voice.note),
      h("span", { class: "visually-hidden", id: `${id}-hint` },
        "Arrow keys go through the suggestions. Shift and Delete remove a recent search."));
  }

  render(view) {
    this.#voice.render(view.voice);
    this.element.show(view);
  }

  disconnect() {
    this.#voice.stop();
  }
}
