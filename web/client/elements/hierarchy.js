// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { partsOf, showRow, showValue } from "../value-row.js";
import { AnyButton, MoreButton, showEmpty } from "./list-parts.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/** `<searchbus-breadcrumb widget="here">`: an `ol.places` with the way to where one is. Each is a button that leads back there, the last is where one is. */
export class BreadcrumbElement extends ViewElement {
  #list;

  begin() {
    present(this, "navigation", "Breadcrumb");
    this.#list = partOf(this, ".places", () => h("ol", { class: "places" }));
    this.#list.replaceChildren();
  }

  #place(value) {
    const button = h("button", { type: "button", dir: "auto", on: { click: () => {
      if (!button.hasAttribute("aria-current")) this.send("select", { value });
    } } });
    this.made("place", button);
    return h("li", {}, button);
  }

  draw({ items }) {
    const places = [{ value: null, label: labelOf(this, "all", "All") }, ...items];
    keyed(this.#list, places, {
      key: ({ value }) => JSON.stringify(value),
      create: ({ value }) => this.#place(value),
      update: ({ firstChild: button }, { label }, index) => {
        text(button, label);
        attribute(button, "aria-current", index === places.length - 1 ? "page" : null);
      },
    });
  }
}

/**
 * `<searchbus-hierarchical-menu widget="tree">`: categories as a tree of `li.value` with `--level`, `.label` and `.count`. Up and down move,
 * Right opens a category or goes into it, Left goes to the one above or leaves the one that is chosen, Enter and Space choose. The
 * focus stays with a category while others come and go. A `button.any` leaves all, a `button.more` shows more.
 */
export class HierarchicalMenuElement extends ViewElement {
  #list;
  #more;
  #any;

  begin() {
    this.#list = partOf(this, ".values", () => h("ul", { class: "values" }));
    this.#list.replaceChildren();
    attribute(this.#list, "role", "tree");
    this.#list.addEventListener("keydown", (event) => this.#pressed(event));
    this.#list.addEventListener("focusin", ({ target }) => this.#settle(target));
    this.#more = new MoreButton(this);
    this.#any = new AnyButton(this, () => {
      this.send("clear");
      this.#list.querySelector("[tabindex='0']")?.focus();
    });
  }

  draw(view) {
    attribute(this.#list, "aria-label", this.getAttribute("label") ?? view.title ?? this.widget);
    const rows = flat(view.items);
    keyed(this.#list, rows, {
      key: ({ item }) => item.value, create: () => this.#row(), update: (row, shown) => this.#update(row, shown),
    });
    this.#settle(this.getRootNode().activeElement);
    showEmpty(this, rows.length === 0);
    this.#any.draw(view.path.length > 0);
    this.#more.draw(view);
  }

  #row() {
    const row = h("li", { class: "value", role: "treeitem", tabindex: -1 },
      h("span", {}, h("span", { class: "label", dir: "auto" }), " ", h("span", { class: "count" })));
    row.addEventListener("click", () => {
      row.focus();
      this.#choose(row);
    });
    this.made("category", row);
    return row;
  }

  #update(row, { item, level, place, size }) {
    row.item = item;
    row.level = level;
    row.style.setProperty("--level", String(level));
    attribute(row, "aria-level", level + 1);
    attribute(row, "aria-posinset", place + 1);
    attribute(row, "aria-setsize", size);
    attribute(row, "aria-selected", item.selected ? "true" : "false");
    attribute(row, "aria-expanded", item.items?.length ? "true" : null);
    showRow(row, { on: item.selected, count: item.count });
    showValue(partsOf(row).label, item.label);
  }

  /** One of the rows is the stop of the Tab key. */
  #settle(current) {
    const rows = [...this.#list.children];
    const chosen = rows.includes(current) ? current : rows.find((row) => row.getAttribute("tabindex") === "0") ?? rows[0];
    for (const row of rows) attribute(row, "tabindex", row === chosen ? 0 : -1);
  }

  #pressed(event) {
    const rows = [...this.#list.children];
    const at = rows.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const moves = {
      ArrowDown: () => rows[at + 1]?.focus(),
      ArrowUp: () => rows[at - 1]?.focus(),
      Home: () => rows[0].focus(),
      End: () => rows.at(-1).focus(),
      ArrowRight: () => (row.item.items?.length > 0 ? rows[at + 1].focus() : row.item.selected ? null : this.#choose(row)),
      ArrowLeft: () => (this.view.path.at(-1) === row.item.value ? this.#choose(row)
        : rows.slice(0, at).findLast((other) => other.level < row.level)?.focus()),
      Enter: () => this.#choose(row),
      " ": () => this.#choose(row),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    moves[event.key]();
  }

  #choose(row) {
    this.send("select", { value: row.item.value });
  }
}

/** The rows of a tree, each below the one that it belongs to. */
function flat(items, level = 0) {
  return items.flatMap((item, place) => [{ item, level, place, size: items.length }, ...flat(item.items ?? [], level + 1)]);
}
