// SPDX-License-Identifier: MIT

import { dayNumber, dayText } from "../date-text.js";
import { attribute, h, text } from "../dom.js";
import { Hold } from "../hold.js";
import { acceptComma, refuses } from "../number-field.js";
import { quantity } from "../words.js";
import { AnyButton } from "./list-parts.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-number widget="floor">`: one number. As the view says, an `input.slider` and an `input.field`, an `input.field`
 * between buttons `.decrement` and `.increment`, or an `input.day`. An `<output>` says what is chosen, and a `button.any` takes it away.
 */
export class NumberElement extends ViewElement {
  #inputs = {};
  #steps;
  #shown;
  #any;
  #hold = new Hold(() => this.redraw());

  begin() {
    const less = this.#step("decrement", "−", labelOf(this, "less", "Less"));
    for (const [name, type, event] of [["slider", "range", "input"], ["field", "number", "change"], ["day", "date", "change"]]) {
      const input = partOf(this, `input.${name}`, () => h("input", { type, class: name }));
      input.addEventListener(event, () => this.#entered(input));
      input.addEventListener("blur", () => this.redraw());
      this.#inputs[name] = input;
    }
    acceptComma(this.#inputs.field);
    this.#steps = [less, this.#step("increment", "+", labelOf(this, "greater", "More"))];
    this.#shown = partOf(this, "output", () => h("output", {}));
    this.#any = new AnyButton(this, () => {
      this.#choose(null);
      this.querySelector("input:not([hidden])").focus();
    });
  }

  draw(view) {
    const { control, bounds } = view;
    const { slider, field, day } = this.#inputs;
    const value = this.#hold.show("value", view.value);
    const label = this.getAttribute("label") ?? view.title ?? this.widget;
    present(this, "group", label);
    for (const input of [slider, field, day]) attribute(input, "aria-label", label);
    attribute(slider, "hidden", control !== "slider");
    attribute(field, "hidden", control === "date");
    attribute(day, "hidden", control !== "date");
    for (const step of this.#steps) attribute(step, "hidden", control !== "stepper");
    // The number itself is in reach also where it is outside of the bounds.
    const ends = [...(bounds ?? []), ...(value === null ? [] : [value])];
    slider.disabled = ends.length === 0;
    for (const input of [slider, field]) {
      attribute(input, "min", ends.length ? Math.min(...ends) : null);
      attribute(input, "max", ends.length ? Math.max(...ends) : null);
    }
    attribute(slider, "step", view.step);
    attribute(field, "step", "any");
    attribute(slider, "aria-valuetext", value === null ? labelOf(this, "any", "Any") : this.words(value));
    slider.value = String(value ?? ends[0] ?? 0);
    const focused = this.getRootNode().activeElement;
    if (field !== focused) field.value = value === null ? "" : String(value);
    if (day !== focused) day.value = dayText(value, "seconds");
    text(this.#shown, this.note(value));
    attribute(this, "data-selected", value !== null);
    attribute(this, "data-outside", view.outside === true);
    this.#any.draw(value !== null);
  }

  #step(intent, sign, label) {
    const step = partOf(this, `button.${intent}`, () => h("button", { type: "button", class: intent, "aria-label": label }, sign));
    step.addEventListener("click", () => this.send(intent));
    return step;
  }

  /** The text about the selected number, or about no number (null). */
  note(value) {
    return value === null ? "" : `${sign(this.view.comparison)} ${this.words(value)}`;
  }

  /** A number, or the day that it stands for, in words. */
  words(value) {
    return this.view.control === "date" ? dayText(value, "seconds") : quantity(value, { maximumFractionDigits: 6 });
  }

  #entered(input) {
    if (input === this.#inputs.day) {
      // A day that is "at most" or "after" counts to its end.
      this.#choose(dayNumber(input.value, "seconds", ["<=", ">"].includes(this.view.comparison)));
    } else if (!refuses(input)) {
      this.#choose(input.value === "" ? null : Number(input.value));
    }
  }

  #choose(value) {
    this.#hold.keep("value", value, this.send("set", { value }, { latest: true }));
    this.redraw();
  }
}

function sign(comparison) {
  return { "<=": "≤", ">=": "≥", "!=": "≠" }[comparison] ?? comparison;
}
