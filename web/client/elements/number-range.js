// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";
import { Hold } from "../hold.js";
import { acceptComma, refuses } from "../number-field.js";
import { roundedDown, roundedUp } from "../number-steps.js";
import { partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-number-range widget="price">`: two number fields, `input.from` and `input.to`, whose placeholders are what
 * can be chosen: what the results span, or what the app file says. An empty field is an open end.
 */
export class NumberRangeElement extends ViewElement {
  #fields;
  #hold = new Hold(() => { if (this.view) this.draw(this.view); });

  begin() {
    const label = this.getAttribute("label") ?? this.widget;
    this.#fields = [["from", "from"], ["to", "up to"]].map(([name, words]) => partOf(this, `input.${name}`, () => h("input", {
      type: "number", class: name, inputmode: "decimal", "aria-label": `${label} ${words}`,
    })));
    for (const field of this.#fields) acceptComma(field).addEventListener("change", () => this.#choose());
  }

  draw(view) {
    const range = this.#hold.show("range", view.range ?? null);
    const precision = view.precision ?? 0;
    this.#fields.forEach((field, end) => {
      const bound = view.bounds?.[end];
      const rounded = typeof bound === "number" ? (end === 0 ? roundedDown : roundedUp)(bound, precision) : null;
      attribute(field, "placeholder", rounded);
      attribute(field, "step", Number((10 ** -precision).toFixed(precision)));
      if (field !== document.activeElement) field.value = range?.[end] ?? "";
    });
    attribute(this, "data-selected", range !== null);
    attribute(this, "data-outside", view.outside === true);
  }

  #choose() {
    if (this.#fields.some(refuses)) return;
    const ends = this.#fields.map(({ value, valueAsNumber }) => (value === "" || Number.isNaN(valueAsNumber) ? null : valueAsNumber));
    const inOrder = ends.includes(null) || ends[0] <= ends[1] ? ends : [ends[1], ends[0]];
    const range = inOrder.every((end) => end === null) ? null : inOrder;
    this.#hold.keep("range", range, this.send("set-range", { range }, { latest: true }));
  }
}
