// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "../dom.js";
import { Hold } from "../hold.js";
import { quantity } from "../words.js";
import { AnyButton } from "./list-parts.js";
import { partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-histogram widget="years">`: an `ol.bars` of `li.bar`, each with its `--share` of the tallest, and below two native sliders,
 * `input.from` and `input.to`, over the bars. `is-inside` tells which bars the range reaches into. A press on a bar selects that bar;
 * what reaches the first or last is open to that side.
 */
export class HistogramElement extends ViewElement {
  #bars;
  #handles;
  #any;
  #hold = new Hold(() => this.redraw());

  begin() {
    this.#bars = partOf(this, ".bars", () => h("ol", { class: "bars" }));
    this.#bars.replaceChildren();
    // The sliders say the same to people who listen.
    attribute(this.#bars, "aria-hidden", "true");
    this.#handles = ["from", "to"].map((name) => partOf(this, `input.${name}`, () => h("input", { type: "range", class: name, min: 0, step: 1 })));
    this.#handles.forEach((handle, end) => handle.addEventListener("input", () => this.#moved(end, Number(handle.value))));
    this.#any = new AnyButton(this, () => {
      this.#choose(null);
      this.#handles[0].focus();
    });
  }

  draw(view) {
    const { bars } = view;
    const label = this.getAttribute("label") ?? view.title ?? this.widget;
    present(this, "group", label);
    const range = this.#hold.show("range", view.range);
    const ends = placesOf(range, bars);
    const most = Math.max(1, ...bars.map(({ count }) => count ?? 0));
    keyed(this.#bars, bars.map((bar, place) => ({ ...bar, place })), {
      key: ({ place }) => place,
      create: ({ place }) => h("li", { class: "bar", on: { click: () => this.#choose(this.#rangeOf(place, place)) } }),
      update: (bar, { from, to, count, place }) => {
        bar.style.setProperty("--share", String(count === null ? 1 : count / most));
        attribute(bar, "title", `${span(from, to)}${count === null ? "" : `: ${quantity(count)}`}`);
        bar.classList.toggle("is-inside", range === null || (place >= ends[0] && place <= ends[1]));
        bar.classList.toggle("is-unknown", count === null);
      },
    });
    this.#handles.forEach((handle, end) => {
      attribute(handle, "aria-label", `${label} ${end === 0 ? "from" : "up to"}`);
      attribute(handle, "max", Math.max(1, bars.length - 1));
      handle.disabled = bars.length < 2;
      handle.value = String(ends[end]);
      const bar = bars[ends[end]];
      attribute(handle, "aria-valuetext", bar ? quantity(end === 0 ? bar.from : bar.to) : null);
    });
    attribute(this, "data-empty", bars.length === 0);
    attribute(this, "data-selected", range !== null);
    attribute(this, "data-outside", view.outside === true);
    this.#any.draw(range !== null);
  }

  /** One end moved, no further than to the other. */
  #moved(end, place) {
    const ends = placesOf(this.#hold.show("range", this.view.range), this.view.bars);
    ends[end] = end === 0 ? Math.min(place, ends[1]) : Math.max(place, ends[0]);
    this.#choose(this.#rangeOf(...ends));
  }

  #rangeOf(first, last) {
    const { bars } = this.view;
    const range = [first === 0 ? null : bars[first].from, last === bars.length - 1 ? null : bars[last].to];
    return range.every((end) => end === null) ? null : range;
  }

  #choose(range) {
    this.#hold.keep("range", range, this.send("set-range", { range }, { latest: true }));
    this.redraw();
  }
}

/** The first and last bar that a range reaches into. */
function placesOf(range, bars) {
  const last = Math.max(0, bars.length - 1);
  if (range === null) return [0, last];
  const first = bars.findIndex((bar) => bar.to >= (range[0] ?? bar.to));
  const end = bars.findLastIndex((bar) => bar.from <= (range[1] ?? bar.from));
  return [first < 0 ? last : first, end < 0 ? 0 : end];
}

function span(low, high) {
  return low === high ? quantity(low) : `${quantity(low)} – ${quantity(high)}`;
}
