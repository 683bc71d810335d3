// SPDX-License-Identifier: MIT

import { attribute, h, s, text } from "../dom.js";
import { number } from "../format.js";

const size = { width: 640, height: 200, left: 40, bottom: 24, top: 10, right: 6 };
const mostLabels = 8;

/**
 * Columns over an axis. Each is a stop for the arrow keys, and says its words below the chart when the pointer or the
 * keyboard is on it; listeners hear them all as a list of pictures with names.
 *
 * A column is `{ label, words, value, part }`: `part` of `value` is drawn in the second colour from the bottom.
 */
export class BarChart {
  #label;
  #idle = "";
  #bars = [];
  #columns = s("g", { class: "chart-bars" });
  #grid = s("g", { class: "chart-grid", "aria-hidden": "true" });
  #axis = s("g", { class: "chart-axis", "aria-hidden": "true" });
  #words = h("p", { class: "chart-words", "aria-hidden": "true" });
  #drawing;
  element;

  constructor(label) {
    this.#label = label;
    this.#drawing = s("svg", {
      class: "chart", viewBox: `0 0 ${size.width} ${size.height}`, role: "list", "aria-label": label,
      on: {
        keydown: (event) => this.#key(event),
        focusin: ({ target }) => this.#say(target),
        focusout: () => this.#say(null),
        pointerover: ({ target }) => this.#say(target),
        pointerleave: () => this.#say(null),
      },
    }, this.#grid, this.#columns, this.#axis);
    this.element = h("div", { class: "chart-frame" }, this.#drawing, this.#words);
  }

  /** Draws the columns; `idle` is said while none is looked at. */
  show(bars, idle) {
    const focused = this.#bars.findIndex(({ element }) => element === document.activeElement);
    this.#idle = idle;
    const top = ceiling(Math.max(1, ...bars.map(({ value }) => value)));
    const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };
    const step = inner.width / Math.max(1, bars.length);
    const gap = Math.min(6, step * 0.25);
    const base = size.top + inner.height;
    this.#bars = bars.map((bar, index) => {
      const x = size.left + index * step;
      const column = (amount, kind) => amount > 0 && s("rect", {
        class: `chart-bar ${kind}`, x: (x + gap / 2).toFixed(1), width: (step - gap).toFixed(1), rx: Math.min(3, (step - gap) / 3).toFixed(1),
        y: (base - (amount / top) * inner.height).toFixed(1), height: ((amount / top) * inner.height).toFixed(1),
      });
      const element = s("g", { class: "column", role: "listitem", tabindex: index === bars.length - 1 ? 0 : -1, "aria-label": bar.words },
        s("rect", { class: "column-area", x: x.toFixed(1), width: step.toFixed(1), y: size.top, height: inner.height }),
        column(bar.value, "is-whole"), column(bar.part ?? 0, "is-part"));
      return { ...bar, element };
    });
    this.#columns.replaceChildren(...this.#bars.map(({ element }) => element));
    this.#drawAxes(bars, { top, step, base, inner });
    if (focused >= 0) this.#focus(Math.min(focused, this.#bars.length - 1));
    this.#say(focused >= 0 ? document.activeElement : null);
  }

  #drawAxes(bars, { top, step, base, inner }) {
    const lines = [0, 0.5, 1].filter((part) => Number.isInteger(top * part)).map((part) => [top * part, base - part * inner.height]);
    this.#grid.replaceChildren(...lines.flatMap(([value, y]) => [
      s("line", { x1: size.left, x2: size.width - size.right, y1: y, y2: y }),
      s("text", { x: size.left - 8, y: y + 4, "text-anchor": "end" }, number(value)),
    ]));
    const every = Math.ceil(bars.length / mostLabels);
    this.#axis.replaceChildren(...bars.flatMap(({ label }, index) => index % every > 0 ? [] : [
      s("text", { x: (size.left + (index + 0.5) * step).toFixed(1), y: size.height - 6, "text-anchor": "middle" }, label),
    ]));
  }

  #key(event) {
    const at = this.#bars.findIndex(({ element }) => element === event.target);
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.#bars.length - 1 };
    const to = moves[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    this.#focus(Math.max(0, Math.min(this.#bars.length - 1, to)));
  }

  #focus(index) {
    for (const [place, { element }] of this.#bars.entries()) attribute(element, "tabindex", place === index ? 0 : -1);
    this.#bars[index]?.element.focus();
  }

  #say(target) {
    const column = target?.closest?.(".column");
    text(this.#words, this.#bars.find(({ element }) => element === column)?.words ?? this.#idle);
  }

  /** What the chart shows, as it is called. */
  get label() {
    return this.#label;
  }
}

/** The next number that makes a good end of an axis. */
function ceiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((end) => end >= value);
  return Math.max(2, found);
}
