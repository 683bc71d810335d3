// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { attribute, h, keyed, text } from "../dom.js";
import { Hold } from "../hold.js";
import { number } from "../words.js";
import { AnyButton, MoreButton, searchAbove, showEmpty } from "./list-parts.js";
import { labelOf, partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-menu widget="brand">`: values of which one holds: radio buttons in a `<ul class="values">` like those of
 * `searchbus-refinement-list`, with `button.more`, `.value-search` and a `button.any`; or, if its `display` is `select`, a `<select>`.
 */
export class MenuElement extends ViewElement {
  #list;
  #box = null;
  #more;
  #any;
  #search = null;
  #hold = new Hold(() => this.redraw());

  begin() {
    const list = partOf(this, ".values", () => h("ul", { class: "values" }));
    this.#list = new ChoiceList({ list, choose: ({ value }) => this.send("select", { value }), made: (name, part) => this.made(name, part) });
    this.#more = new MoreButton(this);
    this.#any = new AnyButton(this, () => {
      this.#list.clear(this.send("clear"));
      this.#list.focus();
    });
  }

  draw(view) {
    const isBox = view.display === "select";
    const title = this.getAttribute("label") ?? view.title ?? this.widget;
    const choices = view.items.map((item) => ({ ...item, key: JSON.stringify(item.value) }));
    attribute(this.#list.element, "hidden", isBox);
    attribute(this.#list.element, "aria-label", title);
    if (isBox) this.#drawBox(choices, title);
    else this.#list.render(choices);
    if (this.#box) attribute(this.#box, "hidden", !isBox);
    if (view.searchable) this.#search ??= searchAbove(this, this.#list.element, title);
    this.#search?.render(view);
    showEmpty(this, choices.length === 0);
    this.#any.draw(!isBox && view.selected !== null);
    this.#more.draw(view);
  }

  #drawBox(choices, title) {
    this.#box ??= this.#makeBox();
    attribute(this.#box, "aria-label", title);
    const { selected } = this.view;
    const chosen = this.#hold.show("value", selected === null ? "" : JSON.stringify(selected));
    keyed(this.#box, [{ key: "" }, ...choices], {
      key: (choice) => choice.key,
      create: (choice) => h("option", { value: choice.key, dir: "auto" }),
      update: (option, { key, label, count }) => text(option, key === "" ? labelOf(this, "all", "All") : `${label} (${number(count)})`),
    });
    if (this.#box.value !== chosen) this.#box.value = chosen;
  }

  #makeBox() {
    const box = h("select", {});
    this.made("select", box);
    box.addEventListener("change", () => {
      this.#hold.keep("value", box.value, this.send("select", { value: box.value === "" ? null : JSON.parse(box.value) }));
      this.redraw();
    });
    this.#list.element.after(box);
    return box;
  }
}
