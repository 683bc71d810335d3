// SPDX-License-Identifier: MIT

import { attribute, h } from "./dom.js";
import { exact, quantity } from "./words.js";

const ends = ["min", "max"];

/**
 * Two handles on one track: native sliders over each other, `.range-handle[data-end]`, so keys and screen readers work as everywhere, in
 * a `.range` that may be the page's. `move(end, value)` is called as the user moves the end 0 or 1. A tap beside the handles moves the
 * nearer one there. `words(value, end)` returns the text of an end for screen readers.
 */
export class RangeSlider {
  #move;
  #words;
  #scale = null;
  #shown = [0, 0];
  #handles;
  #track;
  /** Whether a handle is held: its scale must not change below it. */
  isHeld = false;

  constructor(element, { move, words = (value) => quantity(value, exact) }) {
    this.element = element;
    this.#move = move;
    this.#words = words;
    this.#track = h("div", { class: "range-track", "aria-hidden": "true" }, h("div", { class: "range-bounds" }), h("div", { class: "range-fill" }));
    this.#handles = [0, 1].map((end) => this.#handle(end));
    element.replaceChildren(this.#track, ...this.#handles);
    attribute(element, "role", "group");
    element.addEventListener("click", (event) => this.#tapped(event));
  }

  /** Draws a selection on a scale, or nothing for a scale that is null; `reach` is what the results span, `label` the name of it all. */
  draw({ scale, range, reach = null, label }) {
    this.#scale = scale;
    attribute(this.element, "aria-label", label);
    this.#handles.forEach((handle, end) => attribute(handle, "aria-label", `${["Minimum", "Maximum"][end]} ${label}`));
    attribute(this.element, "hidden", scale === null);
    for (const handle of this.#handles) handle.disabled = scale === null;
    if (scale === null) return;
    this.#shown = scale.shown(range);
    this.#handles.forEach((handle, end) => {
      for (const [name, value] of [["min", scale.ends[0]], ["max", scale.ends[1]], ["step", scale.step]]) attribute(handle, name, value);
      handle.value = String(this.#shown[end]);
      attribute(handle, "aria-valuetext", this.#words(this.#shown[end], end));
    });
    const [from, to] = reach ?? scale.bounds ?? scale.ends;
    const places = { "--from": this.#shown[0], "--to": this.#shown[1], "--bounds-from": from, "--bounds-to": to };
    for (const [name, value] of Object.entries(places)) this.#track.style.setProperty(name, String(scale.fraction(value)));
    this.#track.classList.toggle("is-selected", range !== null);
    // Of two handles at one place the one that can still go somewhere lies above.
    this.element.classList.toggle("is-high", scale.fraction(this.#shown[0]) > 0.5);
  }

  #handle(end) {
    return h("input", {
      type: "range", class: "range-handle", disabled: true, data: { end: ends[end] },
      on: {
        pointerdown: () => { this.isHeld = true; },
        input: ({ target }) => this.#move(end, Number(target.value)),
        pointerup: () => { this.isHeld = false; },
        pointercancel: () => { this.isHeld = false; },
      },
    });
  }

  #tapped({ target, clientX }) {
    if (this.#scale === null || this.#handles.includes(target)) return;
    const { left, width } = this.#track.getBoundingClientRect();
    const part = Math.min(Math.max((clientX - left) / Math.max(width, 1), 0), 1);
    const place = getComputedStyle(this.element).direction === "rtl" ? 1 - part : part;
    const [from, to] = this.#shown.map((value) => this.#scale.fraction(value));
    const end = Math.abs(place - from) < Math.abs(place - to) || place < from ? 0 : 1;
    this.#move(end, this.#scale.valueAt(place));
    this.#handles[end].focus();
  }
}
