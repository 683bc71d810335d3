// SPDX-License-Identifier: MIT

import { h } from "../dom.js";

/**
 * A table of rows that have a rank: behind the first cell of each lies a bar as long as its part of the first row's.
 *
 * `columns` are `{ title, cell(row), hint }`; `weight(row)` is the length of the bar, `href(row)` where its name leads.
 */
export class Ranking {
  #columns;
  #weight;
  #href;
  #body = h("tbody");
  #empty;
  #table;
  element;

  constructor({ title, note, columns, weight, href = () => null, empty }) {
    this.#columns = columns;
    this.#weight = weight;
    this.#href = href;
    const heading = h("h2", {}, title);
    this.#empty = h("p", { class: "ranking-empty" }, empty);
    this.#table = h("table", { class: "ranking-table" },
      h("thead", {}, h("tr", {}, columns.map(({ title: name, hint }) => h("th", { scope: "col", title: hint }, name)))),
      this.#body);
    this.element = h("section", { class: "ranking card", "aria-label": title },
      h("header", {}, heading, note && h("p", {}, note)),
      h("div", { class: "ranking-frame", role: "group", tabindex: "0", "aria-label": title }, this.#table), this.#empty);
  }

  show(rows) {
    this.#empty.hidden = rows.length > 0;
    this.#table.parentElement.hidden = rows.length === 0;
    const most = Math.max(1, ...rows.map(this.#weight));
    this.#body.replaceChildren(...rows.map((row) => {
      const [first, ...others] = this.#columns;
      const href = this.#href(row);
      const name = first.cell(row);
      return h("tr", { style: { "--part": `${(this.#weight(row) / most * 100).toFixed(1)}%` } },
        h("th", { scope: "row" }, href === null ? h("span", { dir: "auto" }, name) : h("a", { href, dir: "auto" }, name)),
        others.map(({ cell }) => h("td", {}, cell(row))));
    }));
  }
}
