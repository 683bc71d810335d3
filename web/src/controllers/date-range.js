// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { dayNumber, dayText } from "../../client/date-text.js";
import { attribute, h, text } from "../dom.js";
import { Hold } from "../../client/hold.js";
import { panel } from "../panel.js";

/** Two days, or a period in words. */
export default class DateRange {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #days;
  #presets;
  #note = h("p", { class: "panel-note range-note", role: "note" });
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#any() } }, "Any");

  constructor({ widget, send }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    this.#days = [this.#day(`${title}: from`), this.#day(`${title}: until`)];
    this.#presets = new ChoiceList({
      label: `${title}: periods`, choose: (choice) => send("select", { period: choice.key }),
    });
    this.element = panel(title, this.#presets.element,
      h("div", { class: "range-fields", role: "group", "aria-label": title },
        this.#days[0], h("span", { "aria-hidden": "true" }, "–"), this.#days[1]),
      this.#note, h("div", { class: "choice-buttons" }, this.#clear));
  }

  render(view) {
    this.#view = view;
    const range = this.#hold.show("range", view.range);
    text(this.element.heading, view.title);
    for (const end of [0, 1]) {
      const day = this.#days[end];
      // A field that is being typed in keeps its text.
      if (day !== document.activeElement) day.value = dayText(range?.[end], view.unit);
      attribute(day, "min", dayText(view.bounds?.[0], view.unit) || null);
      attribute(day, "max", dayText(view.bounds?.[1], view.unit) || null);
    }
    attribute(this.#presets.element, "hidden", view.presets.length === 0);
    this.#presets.render(view.presets.map((preset) => ({ ...preset, key: preset.period })));
    this.#clear.classList.toggle("is-unseen", range === null && view.period === null);
    this.element.classList.toggle("is-outside", view.outside);
    text(this.#note, this.#words());
  }

  #words() {
    const { bounds, unit, outside, period, presets } = this.#view;
    if (period !== null && !presets.some((preset) => preset.selected)) return `Now: ${period}.`;
    if (bounds === null) return "No dates for these results.";
    const span = bounds.map((bound) => dayText(bound, unit)).join(" – ");
    return outside ? `Your dates are outside of these results (${span}).` : `Available: ${span}`;
  }

  #day(label) {
    return h("input", {
      type: "date", class: "range-field", "aria-label": label,
      on: { change: () => this.#changed(), blur: () => { this.#left(); this.render(this.#view); } },
    });
  }

  #changed() {
    const ends = this.#entered();
    // Of a year only some digits may be entered yet.
    if (!isReversed(ends)) this.#choose(ends);
  }

  /** A range that still ends before it begins is the one between its two days. */
  #left() {
    const days = this.#days.map((day) => day.value);
    if (isReversed(this.#entered(days))) this.#choose(this.#entered(days.reverse()));
  }

  #entered(days = this.#days.map((day) => day.value)) {
    return days.map((day, end) => dayNumber(day, this.#view.unit, end === 1));
  }

  #choose(ends) {
    const range = ends.every((end) => end === null) ? null : ends;
    this.#hold.keep("range", range, this.#send("set-range", { range }, { latest: true }));
    this.render(this.#view);
  }

  #any() {
    const sent = this.#send("clear");
    this.#hold.keep("range", null, sent);
    this.#presets.clear(sent);
    this.render(this.#view);
  }
}

function isReversed([from, until]) {
  return from !== null && until !== null && from > until;
}
