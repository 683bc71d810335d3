// SPDX-License-Identifier: MIT

import { attribute, h, s, text } from "../dom.js";
import { quantity } from "../format.js";
import { Hold } from "../../client/hold.js";
import { panel } from "../panel.js";
import { exact, rangeNote } from "../range-note.js";

const height = 40;

/**
 * Bars, and a range of them: drawn over with mouse or finger, or moved with the two handles below, which are native sliders
 * over the bars. What reaches the first or last bar is open to that side.
 */
export default class Histogram {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #brush = null;
  #chart;
  #handles;
  #range;
  #note = h("p", { class: "panel-note range-note", role: "note" });
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#choose(null) } }, "Any");

  constructor({ widget, send }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    this.#chart = s("svg", {
      class: "histogram", role: "img", "aria-label": `${title}: how many results`, preserveAspectRatio: "none",
      viewBox: `0 0 1 ${height}`,
      on: {
        pointerdown: (event) => this.#begin(event), pointermove: (event) => this.#move(event),
        pointerup: () => this.#end(), pointercancel: () => { this.#brush = null; this.render(this.#view); },
      },
    });
    this.#handles = [this.#handle(`Minimum ${title}`, "min"), this.#handle(`Maximum ${title}`, "max")];
    this.#range = h("div", { class: "range", role: "group", "aria-label": title },
      h("div", { class: "range-track", "aria-hidden": "true" }), this.#handles);
    this.element = panel(title, this.#chart, this.#range, this.#note, h("div", { class: "choice-buttons" }, this.#clear));
  }

  render(view) {
    this.#view = view;
    text(this.element.heading, view.title);
    const range = this.#hold.show("range", view.range);
    const ends = this.#brush ? [...this.#brush].sort((a, b) => a - b) : this.#places(range);
    this.#draw(view.bars, range === null && !this.#brush ? null : ends);
    this.#handles.forEach((handle, end) => {
      handle.disabled = view.bars.length < 2;
      attribute(handle, "min", 0);
      attribute(handle, "max", Math.max(1, view.bars.length - 1));
      handle.value = String(ends[end]);
      const bar = view.bars[ends[end]];
      attribute(handle, "aria-valuetext", bar ? quantity(end === 0 ? bar.from : bar.to, exact) : null);
    });
    // Where there is nothing to choose from there is nothing to move either; of two handles at one place the one that can
    // still go somewhere lies above.
    for (const part of [this.#chart, this.#range]) attribute(part, "hidden", view.bars.length === 0);
    this.#range.classList.toggle("is-high", ends[0] > (view.bars.length - 1) / 2);
    this.#clear.classList.toggle("is-unseen", range === null);
    this.element.classList.toggle("is-outside", view.outside);
    text(this.#note, this.#words(ends, range));
  }

  #words(ends, range) {
    const { bars, bounds, outside } = this.#view;
    if (this.#brush) return span(bars[ends[0]].from, bars[ends[1]].to);
    if (bounds === null || outside || range === null) return rangeNote(this.#view, outside, (found) => span(...found));
    return span(range[0] ?? bounds[0], range[1] ?? bounds[1]);
  }

  /** The first and last bar that a range reaches into. */
  #places(range) {
    const { bars } = this.#view;
    const last = Math.max(0, bars.length - 1);
    if (range === null) return [0, last];
    const first = bars.findIndex((bar) => bar.to >= (range[0] ?? bar.to));
    const end = bars.findLastIndex((bar) => bar.from <= (range[1] ?? bar.from));
    return [first < 0 ? last : first, end < 0 ? 0 : end];
  }

  #draw(bars, ends) {
    attribute(this.#chart, "viewBox", `0 0 ${Math.max(1, bars.length)} ${height}`);
    while (this.#chart.childNodes.length > bars.length) this.#chart.lastChild.remove();
    while (this.#chart.childNodes.length < bars.length) this.#chart.append(s("rect", { width: 0.86 }));
    const most = Math.max(1, ...bars.map((bar) => bar.count ?? 0));
    bars.forEach((bar, place) => {
      const rect = this.#chart.childNodes[place];
      const tall = bar.count === null ? height : bar.count === 0 ? 0.6 : Math.max(1.5, (bar.count / most) * height);
      const isInside = ends === null || (place >= ends[0] && place <= ends[1]);
      attribute(rect, "x", place + 0.07);
      attribute(rect, "y", height - tall);
      attribute(rect, "height", tall);
      attribute(rect, "class", bar.count === null ? "is-unknown" : isInside ? "is-inside" : "is-outside");
    });
  }

  // Drawing over the bars.

  #begin(event) {
    if (event.button !== 0 || this.#view.bars.length === 0) return;
    this.#chart.setPointerCapture(event.pointerId);
    const place = this.#placeOf(event);
    this.#brush = [place, place];
    this.render(this.#view);
  }

  #move(event) {
    if (!this.#brush) return;
    this.#brush[1] = this.#placeOf(event);
    this.render(this.#view);
  }

  #end() {
    if (!this.#brush) return;
    const [first, last] = [...this.#brush].sort((a, b) => a - b);
    this.#brush = null;
    this.#choose(this.#rangeOf(first, last));
  }

  #placeOf(event) {
    const box = this.#chart.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * this.#view.bars.length);
    return Math.min(Math.max(place, 0), this.#view.bars.length - 1);
  }

  #rangeOf(first, last) {
    const { bars } = this.#view;
    const range = [first === 0 ? null : bars[first].from, last === bars.length - 1 ? null : bars[last].to];
    return range.every((end) => end === null) ? null : range;
  }

  // Handles.

  #handle(label, end) {
    return h("input", {
      type: "range", class: "range-handle", step: 1, "aria-label": label, data: { end }, disabled: true,
      on: { input: (event) => this.#moved(end === "min" ? 0 : 1, Number(event.target.value)) },
    });
  }

  /** One end moved, no further than to the other. */
  #moved(end, place) {
    const ends = this.#places(this.#hold.show("range", this.#view.range));
    ends[end] = end === 0 ? Math.min(place, ends[1]) : Math.max(place, ends[0]);
    this.#choose(this.#rangeOf(...ends));
  }

  #choose(range) {
    this.#hold.keep("range", range, this.#send("set-range", { range }, { latest: true }));
    this.render(this.#view);
  }
}

function span(low, high) {
  return low === high ? quantity(low, exact) : `${quantity(low, exact)} – ${quantity(high, exact)}`;
}
