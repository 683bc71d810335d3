// SPDX-License-Identifier: MIT

import { dayNumber, dayText } from "../../client/date-text.js";
import { attribute, h, text } from "../dom.js";
import { quantity } from "../format.js";
import { Hold } from "../../client/hold.js";
import { acceptComma, refuses } from "../../client/number-field.js";
import { panel } from "../panel.js";

/** One number: a slider with a field, a field with buttons for steps, or a date. */
export default class NumberControl {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #slider;
  #field;
  #day;
  #steps;
  #note = h("p", { class: "panel-note range-note", role: "note" });
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#choose(null) } }, "Any");

  constructor({ widget, send }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    const field = (type, kind, event) => h("input", {
      type, class: kind, "aria-label": title, hidden: true,
      on: { [event]: () => this.#entered(), blur: () => this.render(this.#view) },
    });
    this.#slider = field("range", "number-slider", "input");
    this.#field = acceptComma(field("number", "range-field", "change"));
    this.#day = field("date", "range-field", "change");
    this.#steps = [this.#step("−", `Less ${title}`, "decrement"), this.#step("+", `More ${title}`, "increment")];
    this.element = panel(title, this.#slider,
      h("div", { class: "range-fields" }, this.#steps[0], this.#field, this.#day, this.#steps[1], this.#clear),
      this.#note);
  }

  render(view) {
    this.#view = view;
    const { control, bounds } = view;
    const value = this.#hold.show("value", view.value);
    text(this.element.heading, view.title);
    attribute(this.#slider, "hidden", control !== "slider");
    attribute(this.#field, "hidden", control === "date");
    attribute(this.#day, "hidden", control !== "date");
    for (const step of this.#steps) attribute(step, "hidden", control !== "stepper");
    this.#slider.disabled = bounds === null && value === null;
    const ends = scale(bounds, value);
    for (const input of [this.#slider, this.#field]) {
      attribute(input, "min", ends?.[0] ?? null);
      attribute(input, "max", ends?.[1] ?? null);
      attribute(input, "step", input === this.#field ? "any" : view.step);
    }
    if (this.#slider !== document.activeElement || value !== null) this.#slider.value = String(value ?? ends?.[0] ?? 0);
    attribute(this.#slider, "aria-valuetext", value === null ? "any" : this.#words(value));
    if (this.#field !== document.activeElement) this.#field.value = value === null ? "" : String(value);
    if (this.#day !== document.activeElement) this.#day.value = dayText(value, "seconds");
    this.#clear.classList.toggle("is-unseen", value === null);
    this.element.classList.toggle("is-outside", view.outside);
    text(this.#note, this.#noteText(value));
  }

  #noteText(value) {
    const { bounds, outside } = this.#view;
    if (bounds === null) return "No values for these results.";
    const span = bounds.map((bound) => this.#words(bound)).join(" – ");
    if (outside) return `Your number is outside of these results (${span}).`;
    return value === null ? `Available: ${span}` : `${this.#sign()} ${this.#words(value)}`;
  }

  #sign() {
    return { "<=": "≤", ">=": "≥", "!=": "≠" }[this.#view.comparison] ?? this.#view.comparison;
  }

  #words(value) {
    return this.#view.control === "date" ? dayText(value, "seconds") : quantity(value, { maximumFractionDigits: 6 });
  }

  #step(sign, label, intent) {
    return h("button", {
      type: "button", class: "button step-button", "aria-label": label, hidden: true,
      on: { click: () => this.#send(intent) },
    }, sign);
  }

  #entered() {
    const { control, comparison } = this.#view;
    if (control === "date") {
      // A day that is "at most" or "after" counts to its end.
      return this.#choose(dayNumber(this.#day.value, "seconds", ["<=", ">"].includes(comparison)));
    }
    const input = document.activeElement === this.#slider ? this.#slider : this.#field;
    if (refuses(input)) return;
    const value = input.value === "" ? null : Number(input.value);
    if (!Number.isNaN(value)) this.#choose(value);
  }

  #choose(value) {
    this.#hold.keep("value", value, this.#send("set", { value }, { latest: true }));
    this.render(this.#view);
  }
}

/** What the slider spans: the bounds, and the number itself where it is outside of them. */
function scale(bounds, value) {
  const all = [...(bounds ?? []), ...(value === null ? [] : [value])];
  return all.length === 0 ? null : [Math.min(...all), Math.max(...all)];
}
