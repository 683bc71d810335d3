// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { Hold } from "../hold.js";
import { adopt, partOf, ViewElement } from "./view-element.js";

/**
 * A native `<select>` of a few things that a view lists, so keys and screen readers work as everywhere. What a person chose
 * stays until a view agrees; a choice that is not in the list is a dash. Hidden while there is nothing to choose.
 *
 * Subclasses say which `member` of an item is chosen, and the name that the box has unless the page has one.
 */
class ChoiceElement extends ViewElement {
  #select;
  #hold = new Hold(() => this.redraw());

  begin() {
    const { title } = this.constructor;
    this.#select = partOf(this, "select", () => h("select", { "aria-label": this.getAttribute("label") ?? title }));
    adopt(this.#select, (option) => option.value);
    this.#select.addEventListener("change", () => this.#choose());
  }

  draw(view) {
    const chosen = this.#hold.show("selected", view.selected ?? null);
    const isKnown = view.items.some((item) => this.#valueOf(item) === chosen);
    keyed(this.#select, isKnown ? view.items : [{ label: "—" }, ...view.items], {
      key: (item) => String(this.#valueOf(item) ?? ""),
      create: (item) => h("option", { value: this.#valueOf(item) ?? "", dir: "auto", disabled: this.#valueOf(item) === undefined }),
      update: (option, { label }) => text(option, label),
    });
    const value = isKnown ? String(chosen) : "";
    if (this.#select.value !== value) this.#select.value = value;
    attribute(this, "hidden", view.items.length === 0);
  }

  #valueOf(item) {
    return item[this.constructor.member];
  }

  #choose() {
    const value = this.view?.items.map((item) => this.#valueOf(item)).find((each) => String(each) === this.#select.value);
    if (value !== undefined) this.#hold.keep("selected", value, this.send("select", { [this.constructor.member]: value }));
  }
}

/** `<searchbus-sort-by widget="sort">`: a `<select>` of the orders that there are. */
export class SortByElement extends ChoiceElement {
  static member = "index";
  static title = "Sort by";
}

/** `<searchbus-hits-per-page widget="size">`: a `<select>` of how many results a page can have. */
export class HitsPerPageElement extends ChoiceElement {
  static member = "value";
  static title = "Results per page";
}
