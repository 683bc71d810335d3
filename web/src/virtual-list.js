// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "./dom.js";

const margin = 8;
const pageStep = 15;
// Arrows that are pressed one after the other choose rows, and open the last.
const openPatience = 150;

/**
 * A long list that keeps only the rows in sight in the DOM. Rows have one height. It is a listbox: arrows move, Enter
 * or a click opens, as does a pause after them. When rows are added above, the chosen row keeps its place if it is in sight, or else
 * the first one in sight, unless the list is at its top.
 */
export class VirtualList {
  #rowHeight = 0;
  #rowUnits;
  #make;
  #fill;
  #key;
  #open;
  #items = [];
  #current = null;
  #opening = 0;
  #frame = 0;
  #canvas = h("div", { class: "virtual-canvas", role: "presentation" });

  /** `rowHeight` in `em` of the list, `key(item)`, `make()` a row's element, `fill(row, item)`, `open(item)`. */
  constructor({ label, rowHeight, key, make, fill, open }) {
    this.#key = key;
    this.#make = make;
    this.#fill = fill;
    this.#open = open;
    this.element = h("div", {
      class: "virtual-list", role: "listbox", tabindex: "0", "aria-label": label,
      on: { scroll: () => this.#schedule(), keydown: (event) => this.#move(event) },
    }, this.#canvas);
    this.#rowUnits = rowHeight;
    // It is called once the list is in a page, too.
    this.resizing = new ResizeObserver(() => this.#measure());
    this.resizing.observe(this.element);
  }

  /** Rows grow with the size that a person has chosen for text. */
  #measure() {
    const height = this.#rowUnits * parseFloat(getComputedStyle(this.element).fontSize);
    if (height !== this.#rowHeight) {
      this.element.style.setProperty("--row", `${height}px`);
      const first = this.element.scrollTop / Math.max(this.#rowHeight, 1);
      this.#rowHeight = height;
      this.#stretch();
      this.element.scrollTop = first * height;
    }
    this.#schedule();
  }

  #stretch() {
    this.#canvas.style.setProperty("height", `${this.#items.length * this.#rowHeight}px`);
  }

  /** Shows these items. */
  show(items) {
    const top = this.element.scrollTop;
    const before = this.#anchor(top);
    const anchor = this.#items[before];
    this.#items = items;
    this.#stretch();
    if (anchor !== undefined) {
      const index = this.#indexOf(this.#key(anchor));
      if (index >= 0 && index !== before) this.element.scrollTop = top + (index - before) * this.#rowHeight;
    }
    this.#schedule();
  }

  /** The index of the row that keeps its place, or -1. */
  #anchor(top) {
    const chosen = this.#indexOf(this.#current);
    const place = chosen * this.#rowHeight;
    if (chosen >= 0 && place + this.#rowHeight > top && place < top + this.element.clientHeight) return chosen;
    return top > 0 ? Math.floor(top / this.#rowHeight) : -1;
  }

  /** Marks the row of a key as the current one. */
  select(key) {
    this.#current = key;
    this.#schedule();
  }

  #indexOf(key) {
    return this.#items.findIndex((item) => this.#key(item) === key);
  }

  #schedule() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.#rowHeight) - margin);
    const count = Math.ceil(this.element.clientHeight / this.#rowHeight) + 2 * margin;
    const shown = this.#items.slice(first, first + count).map((item, index) => ({ item, index: first + index }));
    keyed(this.#canvas, shown, {
      key: ({ item }) => this.#key(item),
      create: () => this.#row(),
      update: (row, { item, index }) => this.#place(row, item, index),
    });
    const active = this.#canvas.querySelector("[aria-selected=true]");
    attribute(this.element, "aria-activedescendant", active?.id);
  }

  #row() {
    const row = this.#make();
    row.setAttribute("role", "option");
    row.addEventListener("click", () => this.#choose(row.item));
    return row;
  }

  #place(row, item, index) {
    const key = this.#key(item);
    if (row.item !== item) {
      row.item = item;
      row.id = `row-${key}`;
      this.#fill(row, item);
    }
    row.style.setProperty("--index", String(index));
    attribute(row, "aria-selected", key === this.#current ? "true" : "false");
    attribute(row, "aria-setsize", this.#items.length);
    attribute(row, "aria-posinset", index + 1);
  }

  #move(event) {
    const at = this.#indexOf(this.#current);
    const last = this.#items.length - 1;
    const places = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + pageStep, PageUp: at - pageStep, Home: 0, End: last,
    };
    if (event.key === "Enter" && at >= 0) this.#choose(this.#items[at]);
    if (!(event.key in places) || last < 0) return;
    event.preventDefault();
    const index = Math.min(Math.max(places[event.key], 0), last);
    this.#reveal(index);
    this.select(this.#key(this.#items[index]));
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => this.#open(this.#items[this.#indexOf(this.#current)] ?? this.#items[index]), openPatience);
  }

  #reveal(index) {
    const top = index * this.#rowHeight;
    const lowest = top + this.#rowHeight - this.element.clientHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (lowest > this.element.scrollTop) this.element.scrollTop = lowest;
  }

  #choose(item) {
    clearTimeout(this.#opening);
    this.select(this.#key(item));
    this.#open(item);
  }
}
