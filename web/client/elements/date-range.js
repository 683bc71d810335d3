// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { dayNumber, dayText } from "../date-text.js";
import { attribute, h } from "../dom.js";
import { Hold } from "../hold.js";
import { AnyButton } from "./list-parts.js";
import { partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-date-range widget="released">`: two days, `input.from` and `input.to`, and periods in words as radio buttons in a
 * `<ul class="values">`. An empty day is an open end; a `button.any` takes days and period away.
 */
export class DateRangeElement extends ViewElement {
  #days;
  #presets;
  #any;
  #hold = new Hold(() => this.redraw());

  begin() {
    const list = partOf(this, ".values", () => h("ul", { class: "values" }));
    this.#presets = new ChoiceList({
      list, choose: ({ key }) => this.send("select", { period: key }), made: (name, part) => this.made(name, part),
    });
    this.#days = ["from", "to"].map((name) => partOf(this, `input.${name}`, () => h("input", { type: "date", class: name })));
    for (const day of this.#days) {
      day.addEventListener("change", () => this.#changed());
      day.addEventListener("blur", () => this.#left());
    }
    this.#any = new AnyButton(this, () => {
      const sent = this.send("clear");
      this.#hold.keep("range", null, sent);
      this.#presets.clear(sent);
      this.redraw();
      this.#days[0].focus();
    });
  }

  draw(view) {
    const range = this.#hold.show("range", view.range);
    const label = this.getAttribute("label") ?? view.title ?? this.widget;
    present(this, "group", label);
    this.#days.forEach((day, end) => {
      if (!day.hasAttribute("aria-label")) attribute(day, "aria-label", `${label} ${end === 0 ? "from" : "until"}`);
      // A field that is being typed in keeps its text.
      if (day !== this.getRootNode().activeElement) day.value = dayText(range?.[end], view.unit);
      attribute(day, "min", dayText(view.bounds?.[0], view.unit) || null);
      attribute(day, "max", dayText(view.bounds?.[1], view.unit) || null);
    });
    attribute(this.#presets.element, "hidden", view.presets.length === 0);
    attribute(this.#presets.element, "aria-label", label);
    this.#presets.render(view.presets.map((preset) => ({ ...preset, key: preset.period })));
    attribute(this, "data-selected", range !== null);
    attribute(this, "data-outside", view.outside === true);
    this.#any.draw(range !== null || view.period !== null);
  }

  #changed() {
    const ends = this.#entered();
    // Of a year only some digits may be entered yet.
    if (!isReversed(ends)) this.#choose(ends);
  }

  /** A range that still ends before it begins is the one between its two days. */
  #left() {
    if (isReversed(this.#entered())) this.#choose(this.#entered([...this.#days].reverse()));
    else this.redraw();
  }

  #entered(days = this.#days) {
    return days.map((day, end) => dayNumber(day.value, this.view.unit, end === 1));
  }

  #choose(ends) {
    const range = ends.every((end) => end === null) ? null : ends;
    this.#hold.keep("range", range, this.send("set-range", { range }, { latest: true }));
    this.redraw();
  }
}

function isReversed([from, until]) {
  return from !== null && until !== null && from > until;
}
