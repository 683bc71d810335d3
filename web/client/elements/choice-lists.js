// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { attribute, h, text } from "../dom.js";
import { quantity } from "../words.js";
import { AnyButton, showEmpty } from "./list-parts.js";
import { labelOf, ViewElement } from "./view-element.js";

/**
 * The base of elements with native radio buttons, or check boxes where several choices can hold, in a `<ul class="values">`. Each is an
 * `<li class="value">` with its `.label` and its `.count`; `is-selected` and `is-empty` tell how it is. A `button.any` takes the choice
 * away.
 *
 * Subclasses have `choicesOf(view)`, of `{ key, label, selected, count? }`, `choose(choice, on)`, which sends it, and perhaps
 * `clear()`, which sends that none holds.
 */
export class ChoiceListElement extends ViewElement {
  #list = null;
  #any = null;

  draw(view) {
    this.#list ??= this.#make(view.multiple === true);
    attribute(this.#list.element, "aria-label", this.getAttribute("label") ?? view.title ?? this.widget);
    const choices = this.choicesOf(view);
    this.#list.render(choices);
    this.#any?.draw(choices.some(({ selected }) => selected));
    showEmpty(this, choices.length === 0);
  }

  #make(multiple) {
    const list = new ChoiceList({
      multiple, list: this.querySelector(".values"), choose: (choice, on) => this.choose(choice, on), made: (name, part) => this.made(name, part),
      draw: this.drawLabel ? (element, choice) => this.drawLabel(element, choice) : null,
    });
    if (!this.contains(list.element)) this.prepend(list.element);
    if (this.clear) {
      this.#any = new AnyButton(this, () => {
        list.clear(this.clear());
        list.focus();
      });
    }
    return list;
  }
}

/** `<searchbus-numeric-menu widget="prices">`: ranges of numbers, of which one holds or several. */
export class NumericMenuElement extends ChoiceListElement {
  choicesOf({ items }) {
    return items.map((item) => ({ ...item, key: JSON.stringify(item.range) }));
  }

  choose({ range }, on) {
    return this.send("select", this.view.multiple ? { range, on } : { range });
  }
}

/** `<searchbus-filter-list widget="quick">`: filters of the app file, to tick, or of which one holds. */
export class FilterListElement extends ChoiceListElement {
  choicesOf({ items }) {
    return items.map((item) => ({ ...item, key: JSON.stringify(item.filter) }));
  }

  choose({ filter }, on) {
    return this.send("select", { filter, on });
  }

  clear() {
    return this.send("clear");
  }
}

/** `<searchbus-segmented widget="stock">`: filters of which one is chosen. */
export class SegmentedElement extends ChoiceListElement {
  choicesOf({ items }) {
    return items;
  }

  choose({ key }) {
    return this.send("select", { key });
  }
}

/**
 * `<searchbus-rating-menu widget="stars">`: the least rating, to choose. The label of each has `.stars` to look at, and words for people
 * who listen, of the attribute `label-stars`.
 */
export class RatingMenuElement extends ChoiceListElement {
  choicesOf({ items, max }) {
    return items.map((item) => ({ ...item, key: String(item.value), max, count: item.count ?? undefined }));
  }

  choose({ value }) {
    return this.send("select", { value });
  }

  clear() {
    return this.send("clear");
  }

  drawLabel(element, { value, max }) {
    const stars = "★".repeat(value) + "☆".repeat(Math.max(0, max - value));
    if (element.firstElementChild === null) element.append(h("span", { class: "stars", role: "img" }));
    text(element.firstElementChild, stars);
    const words = value === max ? labelOf(this, "all-stars", "{stars} stars") : labelOf(this, "stars", "{stars} stars and up");
    attribute(element.firstElementChild, "aria-label", words.replace("{stars}", quantity(value)));
  }
}
