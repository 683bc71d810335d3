// SPDX-License-Identifier: MIT

import { BoxElement } from "../../client/elements/box.js";
import { textInput } from "../../client/text-field.js";
import { h } from "../dom.js";
import { drawn } from "../drawn.js";
import { icon } from "../icons.js";
import { Voice } from "../voice.js";

/** The box people type in, or speak to. */
export default class SearchBox {
  #voice = new Voice({ heard: (words) => this.element.enter(words) });

  constructor({ widget, ...given }) {
    const placeholder = widget.parameters?.placeholder ?? "Search";
    const input = textInput({
      class: "box-input", id: `box-${widget.name}`, name: widget.name, "aria-label": widget.title ?? placeholder,
      placeholder, data: { searchBox: "" }, on: { keydown: () => this.#voice.quiet() },
    });
    this.element = drawn("box", BoxElement, given, { class: "search-box", role: "search" },
      icon("search"), input,
      h("button", { type: "button", class: "icon-button clear", "aria-label": "Clear the search" }, icon("close")),
      h("kbd", { class: "box-key", title: "Press / to search", "aria-hidden": "true" }, "/"),
      // What can be pressed stays where it is when the focus comes, between the press and its end too.
      this.#voice.button, h("button", { type: "button", class: "button submit" }, "Search"), this.#voice.note);
  }

  render(view) {
    this.#voice.render(view.voice);
    this.element.show(view);
  }

  disconnect() {
    this.#voice.stop();
  }
}
