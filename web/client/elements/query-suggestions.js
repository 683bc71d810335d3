// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { showHighlighted } from "../highlight.js";
import { roving } from "../roving.js";
import { number } from "../words.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-query-suggestions widget="suggestions">`: texts that others have searched, a `ul.suggestions` of buttons `.search` with a
 * `.label` and perhaps the `.place` where it is searched, each with a `button.fill` that puts the text into the box. What is still to be
 * typed is marked. Hidden without any.
 */
export class QuerySuggestionsElement extends ViewElement {
  #list;
  #settle;
  #told = 0;

  begin() {
    present(this, "region", "Suggestions");
    this.#list = partOf(this, ".suggestions", () => h("ul", { class: "suggestions" }));
    this.#list.replaceChildren();
    this.#settle = roving(this.#list, "button:not([hidden])");
  }

  draw({ items, phase }) {
    const rows = items.flatMap((item) => [{ item, category: null }, ...item.categories.map(({ value }) => ({ item, category: value }))]);
    keyed(this.#list, rows, {
      key: ({ item, category }) => JSON.stringify([item.objectID, category]),
      create: () => this.#row(),
      update: (row, shown) => this.#update(row, shown),
    });
    attribute(this, "hidden", rows.length === 0);
    this.#settle();
    if (phase !== "ready") return;
    const words = items.length === 1 ? labelOf(this, "one", "1 suggestion") : labelOf(this, "count", "{count} suggestions");
    if (items.length !== this.#told && items.length > 0) this.announce(words.replace("{count}", number(items.length)));
    this.#told = items.length;
  }

  #row() {
    const select = () => {
      const { item: { query }, category } = row.shown;
      this.send("select", category === null ? { query } : { query, category });
    };
    const row = h("li", {},
      h("button", { type: "button", class: "search", on: { click: select } }, h("span", { class: "label", dir: "auto" }), " ", h("span", { class: "place", dir: "auto" })),
      h("button", { type: "button", class: "fill", on: { click: () => this.send("fill", { query: row.shown.item.query }) } }, "↖"));
    this.made("suggestion", row);
    return row;
  }

  #update(row, shown) {
    const { item, category } = shown;
    row.shown = shown;
    showHighlighted(row.querySelector(".label"), item.highlighted ?? [[item.query, false]]);
    text(row.querySelector(".place"), category === null ? "" : labelOf(this, "in", "in {category}").replace("{category}", category));
    const fill = row.querySelector(".fill");
    attribute(fill, "hidden", category !== null);
    attribute(fill, "aria-label", `${labelOf(this, "fill", "Continue typing from")} ${item.query}`);
  }
}
