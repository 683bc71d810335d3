// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";
import { Hold } from "../hold.js";
import { acceptComma, refuses } from "../number-field.js";
import { roundedDown, roundedUp } from "../number-steps.js";
import { RangeScale } from "../range-scale.js";
import { RangeSlider } from "../range-slider.js";
import { AnyButton } from "./list-parts.js";
import { partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-number-range widget="price">`: a `.range` with two handles, and two number fields, `input.from` and `input.to`, whose
 * placeholders are what can be chosen: what the results span, or what the app file says. An empty field is an open end; a `button.any`
 * opens both. A page with fields of its own gets only the parts that it has.
 *
 * Bounds and selection are two things: bounds never change the selection; one outside of them is kept and shown as such.
 */
export class NumberRangeElement extends ViewElement {
  #fields;
  #slider = null;
  #any = null;
  #scale = null;
  #hold = new Hold(() => this.redraw());

  begin() {
    const hasOwn = (part) => this.querySelector("input") !== null && this.querySelector(part) === null;
    const [hasSlider, hasAny] = [".range", "button.any"].map((part) => !hasOwn(part));
    if (hasSlider) {
      const range = partOf(this, ".range", () => h("div", { class: "range" }));
      this.#slider = new RangeSlider(range, { move: (end, value) => this.#moved(end, value) });
    }
    this.#fields = ["from", "to"].map((name) => partOf(this, `input.${name}`, () => h("input", { type: "number", class: name, inputmode: "decimal" })));
    this.#fields.forEach((field, end) => acceptComma(field).addEventListener("change", () => this.#entered(field, end)));
    if (!hasAny) return;
    this.#any = new AnyButton(this, () => {
      this.#choose(null);
      this.#fields[0].focus();
    });
  }

  draw(view) {
    const range = this.#hold.show("range", view.range ?? null);
    const precision = view.precision ?? 0;
    const label = this.getAttribute("label") ?? view.title ?? this.widget;
    if (!this.#slider?.isHeld || this.#scale === null) this.#scale = RangeScale.of(view.bounds, range, precision);
    this.#slider?.draw({ scale: this.#scale, range, reach: view.resultBounds, label });
    this.#fields.forEach((field, end) => {
      if (!field.hasAttribute("aria-label")) attribute(field, "aria-label", `${label} ${end === 0 ? "from" : "up to"}`);
      const bound = view.bounds?.[end];
      const rounded = typeof bound === "number" ? (end === 0 ? roundedDown : roundedUp)(bound, precision) : null;
      attribute(field, "placeholder", rounded);
      attribute(field, "step", Number((10 ** -precision).toFixed(precision)));
      field.disabled = this.#scale === null;
      // A field that is being typed in keeps its text.
      if (field !== this.getRootNode().activeElement) field.value = range?.[end] ?? "";
    });
    attribute(this, "data-empty", this.#scale === null);
    attribute(this, "data-selected", range !== null);
    attribute(this, "data-outside", range !== null && view.outside === true);
    this.#any?.draw(range !== null);
  }

  #entered(field, end) {
    if (this.#scale === null || refuses(field)) return;
    const range = this.#moved(end, field.value === "" ? this.#scale.ends[end] : Number(field.value));
    // What was entered counts as far as it goes, and the field says how far.
    field.value = range?.[end] ?? "";
  }

  /** One end moved: it only changes itself, so ends cannot cross, and one that was never moved stays open. */
  #moved(end, value) {
    const range = this.#scale.moved(this.#hold.show("range", this.view.range ?? null), end, value);
    this.#choose(range);
    return range;
  }

  #choose(range) {
    this.#hold.keep("range", range, this.send("set-range", { range }, { latest: true }));
    this.redraw();
  }
}
