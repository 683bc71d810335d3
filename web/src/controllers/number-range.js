// SPDX-License-Identifier: MIT

import { NumberRangeElement } from "../../client/elements/number-range.js";
import { roundedDown, roundedUp } from "../../client/number-steps.js";
import { h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { exact, quantity } from "../format.js";
import { panel } from "../panel.js";
import { rangeNote } from "../range-note.js";

/** A range with two handles and two number fields: the client's element in a panel that says what there is. */
export default class NumberRange {
  #range;
  #note = h("p", { class: "panel-note range-note", role: "note" });

  constructor({ widget, ...given }) {
    const title = widget.title ?? widget.name;
    const field = (name, words) => h("input", {
      type: "number", class: `${name} range-field`, inputmode: "decimal", "aria-label": `${words} ${title}, as a number`, disabled: true,
    });
    this.#range = drawn("number-range", NumberRangeElement, given, {}, h("div", { class: "range" }),
      h("div", { class: "range-fields" }, field("from", "Minimum"), h("span", { "aria-hidden": "true" }, "–"), field("to", "Maximum"),
        h("button", { class: "any", type: "button", hidden: true }, "Any")),
      this.#note);
    this.element = panel(title, this.#range);
  }

  render(view) {
    if (view.title) text(this.element.heading, view.title);
    text(this.#note, rangeNote(view, view.outside === true && (view.range ?? null) !== null, (ends) => words(ends, view.precision ?? 0)));
    this.#range.show(view);
  }
}

/** Two numbers, rounded outwards. */
function words(ends, precision) {
  return [roundedDown(ends[0], precision), roundedUp(ends[1], precision)].map((end) => quantity(end, exact)).join(" – ");
}
