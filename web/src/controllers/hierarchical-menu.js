// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { panel } from "../panel.js";
import { showValue } from "../../client/value-row.js";

/**
 * Categories as a tree. Up and down move, Right opens a category or goes into it, Left goes to the one above or leaves the
 * one that is chosen, Enter and Space choose. The focus stays with a category while others come and go.
 */
export default class HierarchicalMenu {
  #send;
  #view = null;
  #list;
  #empty = h("p", { class: "panel-note", hidden: true }, "No values for these results.");
  #more = h("button", { class: "link-button", type: "button", hidden: true, on: { click: () => this.#showMore() } });
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#send("clear") } }, "All");

  constructor({ widget, send }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    this.#list = h("ul", {
      class: "values tree", role: "tree", "aria-label": title,
      on: { keydown: (event) => this.#pressed(event), focusin: (event) => this.#settle(event.target) },
    });
    this.element = panel(title, this.#list, this.#empty,
      h("div", { class: "choice-buttons" }, this.#more, this.#clear));
  }

  render(view) {
    this.#view = view;
    text(this.element.heading, view.title);
    const rows = flat(view.items);
    keyed(this.#list, rows, {
      key: (row) => row.item.value, create: () => this.#row(), update: (place, row) => this.#update(place, row),
    });
    this.#settle(document.activeElement);
    attribute(this.#empty, "hidden", rows.length > 0);
    this.#clear.classList.toggle("is-unseen", view.path.length === 0);
    attribute(this.#more, "hidden", !view.canShowMore && !view.showingMore);
    attribute(this.#more, "aria-expanded", view.showingMore ? "true" : "false");
    text(this.#more, view.showingMore ? "Show fewer" : "Show more");
  }

  #row() {
    const label = h("span", { class: "label", dir: "auto" });
    const count = h("span", { class: "count" });
    const unit = h("span", { class: "visually-hidden" });
    const click = () => { row.focus(); this.#choose(row); };
    const row = h("li", { class: "value", role: "treeitem", tabindex: -1, on: { click } },
      h("span", {}, label, count, unit));
    row.parts = { label, count, unit };
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
    row.classList.toggle("is-selected", item.selected);
    row.classList.toggle("is-empty", item.count === 0);
    showValue(row.parts.label, item.label);
    text(row.parts.count, number(item.count));
    text(row.parts.unit, item.count === 1 ? " result" : " results");
  }

  #rows() {
    return [...this.#list.children];
  }

  /** One of the rows is the stop of the Tab key. */
  #settle(current) {
    const rows = this.#rows();
    const chosen = rows.includes(current) ? current
      : rows.find((row) => row.tabIndex === 0) ?? rows.findLast((row) => row.item.selected) ?? rows[0];
    for (const row of rows) attribute(row, "tabindex", row === chosen ? 0 : -1);
  }

  #pressed(event) {
    const rows = this.#rows();
    const at = rows.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const above = rows.slice(0, at).findLast((other) => other.level < row.level);
    const isOpen = row.item.items?.length > 0;
    const isLast = this.#view.path.at(-1) === row.item.value;
    const moves = {
      ArrowDown: () => rows[at + 1]?.focus(),
      ArrowUp: () => rows[at - 1]?.focus(),
      Home: () => rows[0].focus(),
      End: () => rows.at(-1).focus(),
      ArrowRight: () => (isOpen ? rows[at + 1].focus() : row.item.selected ? null : this.#choose(row)),
      ArrowLeft: () => (isLast ? this.#choose(row) : above?.focus()),
      Enter: () => this.#choose(row),
      " ": () => this.#choose(row),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    moves[event.key]();
  }

  #choose(row) {
    this.#send("select", { value: row.item.value });
  }

  #showMore() {
    this.#send("show-more", { on: !this.#view.showingMore });
  }
}

/** The rows of a tree, each below the one that it belongs to. */
function flat(items, level = 0) {
  return items.flatMap((item, place) => [
    { item, level, place, size: items.length }, ...flat(item.items ?? [], level + 1),
  ]);
}
