// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { showHighlighted } from "../../client/highlight.js";
import { icon } from "../icons.js";
import { roving } from "../roving.js";

/**
 * Queries that others have searched: a list of buttons to search by, each with another that fills the box without
 * searching. What is still to be typed is marked.
 */
export default class QuerySuggestions {
  #send;
  #announce;
  #list = h("ul", { class: "suggestion-list" });
  #settle = roving(this.#list, "button");
  #told = "";

  constructor({ widget, send, announce }) {
    this.#send = send;
    this.#announce = announce;
    this.element = h("section", { class: "suggestions", "aria-label": widget.title ?? "Suggestions", hidden: true },
      this.#list);
  }

  render(view) {
    const rows = view.items.flatMap((item) => [
      { item, category: null }, ...item.categories.map((category) => ({ item, category: category.value })),
    ]);
    keyed(this.#list, rows, {
      key: ({ item, category }) => JSON.stringify([item.objectID, category]),
      create: () => this.#row(),
      update: (row, shown) => this.#update(row, shown),
    });
    attribute(this.element, "hidden", rows.length === 0);
    this.#settle();
    const told = rows.length === 0 ? "" : `${number(view.items.length)} suggestions`;
    if (view.phase === "ready" && told !== this.#told && told !== "") this.#announce(told);
    this.#told = told;
  }

  #row() {
    const label = h("span", { class: "suggestion-label", dir: "auto" });
    const place = h("span", { class: "suggestion-place", dir: "auto" });
    const search = h("button", { class: "suggestion", type: "button", on: { click: () => this.#select(row.shown) } },
      icon("search"), label, place);
    const fill = h("button", { class: "icon-button suggestion-fill", type: "button",
      on: { click: () => this.#send("fill", { query: row.shown.item.query }) } }, icon("undo"));
    const row = h("li", { class: "suggestion-row" }, search, fill);
    row.parts = { label, place, fill };
    return row;
  }

  #update(row, shown) {
    const { item, category } = shown;
    row.shown = shown;
    showHighlighted(row.parts.label, item.highlighted ?? [[item.query, false]]);
    text(row.parts.place, category === null ? "" : `in ${category}`);
    attribute(row.parts.fill, "hidden", category !== null);
    attribute(row.parts.fill, "aria-label", `Continue typing from ${item.query}`);
  }

  #select({ item, category }) {
    this.#send("select", category === null ? { query: item.query } : { query: item.query, category });
  }
}
