// SPDX-License-Identifier: MIT

import { NumberElement } from "../../client/elements/number.js";
import { h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { panel } from "../panel.js";

/** One number: the client's element in a panel, where the line below the number also says what there is. */
export default class NumberControl {
  #number;

  constructor({ widget, ...given }) {
    const title = widget.title ?? widget.name;
    const step = (name, words, sign) => h("button", { type: "button", class: `${name} button step-button`, "aria-label": `${words} ${title}` }, sign);
    this.#number = drawn("number", NoteElement, given, {},
      h("input", { type: "range", class: "slider number-slider" }),
      h("div", { class: "range-fields" },
        step("decrement", "Less", "−"), h("input", { type: "number", class: "field range-field" }),
        h("input", { type: "date", class: "day range-field" }), step("increment", "More", "+"),
        h("button", { class: "any", type: "button", hidden: true }, "Any")),
      h("output", { class: "panel-note range-note", role: "note" }));
    this.element = panel(title, this.#number);
  }

  render(view) {
    text(this.element.heading, view.title);
    this.#number.show(view);
  }
}

class NoteElement extends NumberElement {
  note(value) {
    const { bounds, outside } = this.view;
    if (bounds === null) return "No values for these results.";
    const span = bounds.map((bound) => this.words(bound)).join(" – ");
    if (outside) return `Your number is outside of these results (${span}).`;
    return value === null ? `Available: ${span}` : super.note(value);
  }
}
