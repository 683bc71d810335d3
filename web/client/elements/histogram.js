// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { Hold } from "../hold.js";
import { RangeScale } from "../range-scale.js";
import { RangeSlider } from "../range-slider.js";
import { exact, quantity } from "../words.js";
import { AnyButton } from "./list-parts.js";
import { partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-histogram widget="years">`: an `ol.bars` of `li.bar`, each with its `--share` of the tallest, and below a `.range` with two
 * handles over the bars. `is-inside` tells which bars the range reaches into, an `<output>` which numbers those are. Bars are drawn over
 * with mouse or finger; a press selects one. What reaches the first or last bar is open to that side.
 */
export class HistogramElement extends ViewElement {
  #bars;
  #slider;
  #shown;
  #any;
  #brush = null;
  #hold = new Hold(() => this.redraw());

  begin() {
    this.#bars = partOf(this, ".bars", () => h("ol", { class: "bars" }));
    this.#bars.replaceChildren();
    // The sliders say the same to people who listen.
    attribute(this.#bars, "aria-hidden", "true");
    const acts = {
      pointerdown: (event) => this.#press(event), pointermove: (event) => this.#move(event), pointerup: () => this.#release(),
      pointercancel: () => this.#brushTo(null),
    };
    for (const [name, act] of Object.entries(acts)) this.#bars.addEventListener(name, act);
    this.#slider = new RangeSlider(partOf(this, ".range", () => h("div", { class: "range" })), {
      move: (end, place) => this.#moved(end, place),
      words: (place, end) => quantity(this.view.bars[place][end === 0 ? "from" : "to"], exact),
    });
    this.#shown = partOf(this, "output", () => h("output", {}));
    this.#any = new AnyButton(this, () => {
      this.#choose(null);
      this.querySelector(".range-handle").focus();
    });
  }

  draw(view) {
    const { bars } = view;
    const label = this.getAttribute("label") ?? view.title ?? this.widget;
    present(this, "group", label);
    const range = this.#hold.show("range", view.range);
    if (this.#brush?.some((place) => place >= bars.length)) this.#brush = null;
    const ends = this.#brush?.toSorted((a, b) => a - b) ?? placesOf(range, bars);
    const isWhole = range === null && this.#brush === null;
    const most = Math.max(1, ...bars.map(({ count }) => count ?? 0));
    keyed(this.#bars, bars.map((bar, place) => ({ ...bar, place })), {
      key: ({ place }) => place,
      create: () => h("li", { class: "bar" }),
      update: (bar, { from, to, count, place }) => {
        bar.style.setProperty("--share", String(count === null ? 1 : count / most));
        attribute(bar, "title", `${span(from, to)}${count === null ? "" : `: ${quantity(count)}`}`);
        bar.classList.toggle("is-inside", isWhole || (place >= ends[0] && place <= ends[1]));
        bar.classList.toggle("is-unknown", count === null);
      },
    });
    const scale = bars.length < 2 ? null : RangeScale.of([0, bars.length - 1], null);
    this.#slider.draw({ scale, range: isWhole ? null : ends, label });
    attribute(this, "data-empty", bars.length === 0);
    attribute(this, "data-selected", range !== null);
    attribute(this, "data-outside", view.outside === true);
    text(this.#shown, this.note(this.#brush ? [bars[ends[0]].from, bars[ends[1]].to] : range, this.#brush !== null));
    this.#any.draw(range !== null);
  }

  /** The text about a range, or about no range (null); `isBrush` while it is being drawn. */
  note(range, _isBrush) {
    if (range === null) return "";
    const bounds = this.view.bounds ?? [];
    return span(range[0] ?? bounds[0], range[1] ?? bounds[1]);
  }

  #press(event) {
    if (event.button !== 0 || !this.view?.bars.length) return;
    this.#bars.setPointerCapture(event.pointerId);
    const place = this.#placeOf(event);
    this.#brushTo([place, place]);
  }

  #move(event) {
    if (this.#brush) this.#brushTo([this.#brush[0], this.#placeOf(event)]);
  }

  #release() {
    if (!this.#brush) return;
    const ends = this.#brush.toSorted((a, b) => a - b);
    this.#brush = null;
    this.#choose(this.#rangeOf(...ends));
  }

  #brushTo(places) {
    this.#brush = places;
    this.redraw();
  }

  #placeOf({ clientX }) {
    const { left, width } = this.#bars.getBoundingClientRect();
    const part = (clientX - left) / Math.max(width, 1);
    const count = this.view.bars.length;
    const place = Math.floor((getComputedStyle(this.#bars).direction === "rtl" ? 1 - part : part) * count);
    return Math.min(Math.max(place, 0), count - 1);
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

/** Two numbers in words. */
export function span(low, high) {
  return low === high ? quantity(low, exact) : `${quantity(low, exact)} – ${quantity(high, exact)}`;
}
