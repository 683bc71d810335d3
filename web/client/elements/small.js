// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { filterWords } from "../filter-words.js";
import { partOf, ViewElement } from "./view-element.js";

/** `<searchbus-stats widget="stats">`: the line of a `stats` widget, which people who listen to the page hear. */
export class StatsElement extends ViewElement {
  begin() {
    if (!this.hasAttribute("role")) this.setAttribute("role", "status");
  }

  draw(view) {
    text(this, view.text ?? "");
  }
}

/** `<searchbus-current-filters widget="current">`: the filters in force, each a button of a list that removes it. */
export class CurrentFiltersElement extends ViewElement {
  #list;

  begin() {
    this.#list = partOf(this, ".filters", () => h("ul", { class: "filters" }));
    this.#list.replaceChildren();
  }

  draw(view) {
    keyed(this.#list, view.items, {
      key: ({ filter, group }) => JSON.stringify([filter, group]),
      create: ({ filter, group }) => h("li", {}, h("button", {
        type: "button", dir: "auto", on: { click: () => this.send("remove", { filter, group }) },
      })),
      update: (row, item) => {
        const { label, name } = filterWords(item, view.items);
        text(row.firstChild, label);
        attribute(row.firstChild, "aria-label", `${this.getAttribute("label") ?? "Remove"} ${name}`);
      },
    });
    attribute(this, "hidden", view.items.length === 0);
  }
}

/** `<searchbus-clear-filters widget="clear">`: a button that removes filters; its text may be the page's own. */
export class ClearFiltersElement extends ViewElement {
  #button;

  begin() {
    this.#button = partOf(this, "button", () => h("button", { type: "button" }, "Clear filters"));
    this.#button.addEventListener("click", () => this.send("clear"));
  }

  draw(view) {
    attribute(this.#button, "aria-disabled", view.enabled ? null : "true");
    attribute(this, "hidden", !view.enabled);
  }
}

/** `<searchbus-sort-by widget="sort">`: a `<select>` of the orders that there are. */
export class SortByElement extends ViewElement {
  #select;

  begin() {
    this.#select = partOf(this, "select", () => h("select", { "aria-label": this.getAttribute("label") ?? "Sort by" }));
    this.#select.addEventListener("change", () => this.send("select", { index: this.#select.value }));
  }

  draw(view) {
    keyed(this.#select, view.items, {
      key: ({ index }) => index,
      create: ({ index }) => h("option", { value: index }),
      update: (option, { label }) => text(option, label),
    });
    if (view.selected !== undefined && this.#select.value !== view.selected) this.#select.value = view.selected;
  }
}
