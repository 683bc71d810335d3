// SPDX-License-Identifier: MIT

import { attribute, h } from "./dom.js";
import { Hold } from "../client/hold.js";

/**
 * A choice among a few things: a native select with its label, so keys and screen readers work as everywhere. What a person
 * chose stays on the screen until a view agrees.
 */
export class Choice {
  #items = [];
  #selected = null;
  #hold = new Hold(() => this.show(this.#items, this.#selected));
  #select;

  /** `choose(value)` sends what was chosen and answers with the promise of its intent. */
  constructor(title, choose) {
    const label = h("span", { class: "choice-label", dir: "auto" }, title);
    this.#select = h("select", { class: "choice-select", on: { change: () => this.#chosen(choose) } });
    this.element = h("label", { class: "choice", hidden: true }, label, this.#select);
  }

  /** Draws items of `{ value, label }`; `selected` is the value of one of them, or null. */
  show(items, selected) {
    this.#items = items;
    this.#selected = selected;
    const shown = this.#hold.show("selected", selected);
    const known = items.some((item) => item.value === shown);
    const options = known ? items : [{ value: null, label: "—" }, ...items];
    const source = JSON.stringify(options);
    if (this.#select.shownItems !== source) {
      this.#select.shownItems = source;
      this.#select.replaceChildren(...options.map(({ value, label }) =>
        h("option", { value: JSON.stringify(value), dir: "auto", disabled: value === null }, String(label))));
    }
    const value = JSON.stringify(known ? shown : null);
    if (this.#select.value !== value) this.#select.value = value;
    attribute(this.element, "hidden", items.length === 0);
  }

  #chosen(choose) {
    const value = JSON.parse(this.#select.value);
    if (value === null) return;
    this.#hold.keep("selected", value, choose(value));
  }
}
