// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { exact, quantity } from "../format.js";
import { Hold } from "../../client/hold.js";
import { acceptComma, refuses } from "../../client/number-field.js";
import { roundedDown, roundedUp } from "../../client/number-steps.js";
import { panel } from "../panel.js";
import { rangeNote } from "../range-note.js";
import { RangeScale } from "../range-scale.js";

/**
 * A range with two handles and two number fields. Bounds (what can be chosen: what the results span, or what the app file
 * says) and selection (what the person wants) are two things: bounds never change the selection; one outside of them is kept
 * and shown as such. What is shown of a selection is what is selected: the precision is that of the handles' steps. Handles and fields are native inputs, so keys and screen readers work as everywhere.
 */
export default class NumberRange {
  #send;
  #view = null;
  #scale = null;
  #hold = new Hold(() => this.render(this.#view));
  #dragging = false;
  #sliders;
  #fields;
  #range;
  #numbers;
  #track = h("div", { class: "range-track", "aria-hidden": "true" },
    h("div", { class: "range-bounds" }), h("div", { class: "range-fill" }));
  #note = h("p", { class: "panel-note range-note", role: "note" });
  #clear = h("button", {
    class: "link-button range-clear", type: "button", hidden: true, on: { click: () => this.#choose(null) },
  }, "Any");

  constructor({ widget, send }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    this.#sliders = [this.#slider(`Minimum ${title}`, 0), this.#slider(`Maximum ${title}`, 1)];
    this.#fields = [this.#field(`Minimum ${title}`, 0), this.#field(`Maximum ${title}`, 1)];
    this.#range = h("div", { class: "range", role: "group", "aria-label": title, on: {
      click: (event) => this.#clicked(event),
    } }, this.#track, this.#sliders);
    this.#numbers = h("div", { class: "range-fields" },
      this.#fields[0], h("span", { "aria-hidden": "true" }, "–"), this.#fields[1], this.#clear);
    this.element = panel(title, this.#range, this.#numbers, this.#note);
  }

  render(view) {
    this.#view = view;
    if (view.title) text(this.element.heading, view.title);
    const range = this.#hold.show("range", view.range ?? null);
    if (!this.#dragging || this.#scale === null) this.#scale = RangeScale.of(view.bounds, range, view.precision);
    this.#draw(range);
  }

  #draw(range) {
    const scale = this.#scale;
    const handles = [...this.#sliders, ...this.#fields];
    for (const handle of handles) handle.disabled = scale === null;
    // Where there is nothing to choose from there is nothing to move either.
    for (const part of [this.#range, this.#numbers]) attribute(part, "hidden", scale === null);
    attribute(this.#clear, "hidden", range === null);
    this.#showNote(range);
    if (scale === null) return;
    const shown = scale.shown(range);
    for (const end of [0, 1]) {
      const value = String(shown[end]);
      for (const handle of [this.#sliders[end], this.#fields[end]]) {
        for (const [name, limit] of [["min", scale.ends[0]], ["max", scale.ends[1]], ["step", scale.step]]) {
          attribute(handle, name, limit);
        }
        // A field that is being typed in keeps its text; a handle that is being dragged is where the hand is.
        if (handle !== document.activeElement || handle.type === "range") handle.value = value;
      }
      attribute(this.#sliders[end], "aria-valuetext", quantity(shown[end], exact));
    }
    this.#place("--from", shown[0]);
    this.#place("--to", shown[1]);
    const [from, to] = this.#view.resultBounds ?? scale.bounds ?? scale.ends;
    this.#place("--bounds-from", from);
    this.#place("--bounds-to", to);
    this.#track.classList.toggle("is-selected", range !== null);
    // Of two handles at one place the one that can still go somewhere lies above.
    this.#range.classList.toggle("is-high", scale.fraction(shown[0]) > 0.5);
  }

  #place(name, value) {
    this.#track.style.setProperty(name, String(this.#scale.fraction(value)));
  }

  #showNote(range) {
    const outside = range !== null && this.#view.outside;
    this.element.classList.toggle("is-outside", outside);
    text(this.#note, rangeNote(this.#view, outside, (ends) => this.#words(ends)));
  }

  /** Two numbers, rounded outwards. */
  #words(ends) {
    const precision = this.#view.precision ?? 0;
    return [roundedDown(ends[0], precision), roundedUp(ends[1], precision)].map((end) => quantity(end, exact)).join(" – ");
  }

  #slider(label, end) {
    return h("input", {
      type: "range", class: "range-handle", "aria-label": label, disabled: true,
      data: { end: end === 0 ? "min" : "max" },
      on: {
        pointerdown: () => { this.#dragging = true; },
        input: () => this.#moved(this.#sliders, end),
        pointerup: () => { this.#dragging = false; },
        pointercancel: () => { this.#dragging = false; },
      },
    });
  }

  #field(label, end) {
    return acceptComma(h("input", {
      type: "number", class: "range-field", "aria-label": `${label}, as a number`, inputmode: "decimal", disabled: true,
      on: { change: () => this.#moved(this.#fields, end) },
    }));
  }

  /** One end moved: it only changes itself, so handles cannot cross, and an end that was never moved stays open. */
  #moved(pair, end) {
    if (refuses(pair[end])) return;
    const current = this.#hold.show("range", this.#view.range ?? null);
    const typed = pair[end].value === "" ? this.#scale.ends[end] : Number(pair[end].value);
    if (Number.isNaN(typed)) return;
    const range = this.#scale.moved(current, end, typed);
    this.#choose(range);
    // What was entered counts as far as it goes, and the field says how far.
    pair[end].value = String(this.#scale.shown(range)[end]);
  }

  /** A tap beside the handles moves the nearer one there. */
  #clicked({ target, clientX }) {
    if (this.#scale === null || this.#sliders.includes(target)) return;
    const { left, width } = this.#track.getBoundingClientRect();
    const part = Math.min(Math.max((clientX - left) / Math.max(width, 1), 0), 1);
    const place = getComputedStyle(this.#range).direction === "rtl" ? 1 - part : part;
    const [low, high] = this.#scale.shown(this.#hold.show("range", this.#view.range ?? null));
    const [from, to] = [low, high].map((value) => this.#scale.fraction(value));
    const end = Math.abs(place - from) < Math.abs(place - to) || place < from ? 0 : 1;
    this.#choose(this.#scale.moved(this.#hold.show("range", this.#view.range ?? null), end, this.#scale.valueAt(place)));
    this.#sliders[end].focus();
  }

  /** Shows the choice at once and sends it; while one is on its way, only the latest waits. */
  #choose(range) {
    this.#hold.keep("range", range, this.#send("set-range", { range }, { latest: true }));
    this.render(this.#view);
  }
}
