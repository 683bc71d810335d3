// SPDX-License-Identifier: MIT

import { dayText } from "../../client/date-text.js";
import { DateRangeElement } from "../../client/elements/date-range.js";
import { h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { panel } from "../panel.js";

/** Two days, or a period in words: the client's element in a panel that says what there is. */
export default class DateRange {
  #days;
  #note = h("p", { class: "panel-note range-note", role: "note" });

  constructor({ widget, ...given }) {
    const title = widget.title ?? widget.name;
    const day = (name, label) => h("input", { type: "date", class: `range-field ${name}`, "aria-label": `${title}: ${label}` });
    this.#days = drawn("date-range", DateRangeElement, given, {}, h("ul", { class: "values" }),
      h("div", { class: "range-fields" }, day("from", "from"), h("span", { "aria-hidden": "true" }, "–"), day("to", "until")),
      this.#note, h("div", { class: "choice-buttons" }, h("button", { class: "any", type: "button", hidden: true }, "Any")));
    this.element = panel(title, this.#days);
  }

  render(view) {
    text(this.element.heading, view.title);
    text(this.#note, words(view));
    this.#days.show(view);
  }
}

function words({ bounds, unit, outside, period, presets }) {
  if (period !== null && !presets.some((preset) => preset.selected)) return `Now: ${period}.`;
  if (bounds === null) return "No dates for these results.";
  const span = bounds.map((bound) => dayText(bound, unit)).join(" – ");
  return outside ? `Your dates are outside of these results (${span}).` : `Available: ${span}`;
}
