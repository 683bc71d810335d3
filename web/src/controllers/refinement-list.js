// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { showHighlighted } from "../highlight.js";
import { Hold } from "../hold.js";
import { panel } from "../panel.js";
import { roving } from "../roving.js";

/**
 * Facet values with their counts, to tick. A tick says what it wants (`on` true or false), not "toggle": repeating it
 * changes nothing, and two people ticking the same value agree.
 */
export default class RefinementList {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #list = h("ul", { class: "facet-list", role: "group" });
  #settle = roving(this.#list, "input");
  #empty = h("p", { class: "panel-note", hidden: true }, "No values for these results.");
  #more = h("button", { class: "link-button", type: "button", hidden: true, on: { click: () => this.#showMore() } });
  #count = h("span", { class: "badge", hidden: true });

  constructor({ widget, send }) {
    this.#send = send;
    this.element = panel(widget.title ?? widget.name, this.#list, this.#empty, this.#more);
    this.element.heading.after(this.#count);
    this.#list.setAttribute("aria-label", widget.title ?? widget.name);
  }

  render(view) {
    this.#view = view;
    if (view.title) {
      text(this.element.heading, view.title);
      attribute(this.#list, "aria-label", view.title);
    }
    keyed(this.#list, view.items, {
      key: (item) => JSON.stringify(item.value),
      create: () => this.#row(),
      update: (row, item) => this.#update(row, item),
      recycle: true,
    });
    this.#settle();
    attribute(this.#empty, "hidden", view.items.length > 0);
    attribute(this.#count, "hidden", !view.selectedCount);
    text(this.#count, String(view.selectedCount ?? 0));
    attribute(this.#count, "aria-label", `${view.selectedCount} selected`);
    attribute(this.#more, "hidden", !view.canShowMore && !view.showingMore);
    attribute(this.#more, "aria-expanded", view.showingMore ? "true" : "false");
    text(this.#more, view.showingMore ? "Show fewer" : "Show more");
  }

  #row() {
    const change = () => this.#choose(row.item.value, box);
    const box = h("input", { type: "checkbox", class: "facet-box", on: { change } });
    const label = h("span", { class: "facet-label" });
    const count = h("span", { class: "facet-count" });
    const place = h("label", { class: "facet" }, box, label, count);
    const row = h("li", {}, place);
    row.parts = { place, box, label, count };
    return row;
  }

  #update(row, item) {
    const { place, box, label, count } = row.parts;
    if (row.item?.value !== item.value) attribute(box, "tabindex", -1);
    row.item = item;
    attribute(place, "data-value", String(item.value));
    const on = this.#hold.show(JSON.stringify(item.value), item.selected === true);
    if (box.checked !== on) box.checked = on;
    row.classList.toggle("is-selected", on);
    row.classList.toggle("is-empty", item.count === 0);
    showHighlighted(label, item.highlighted ?? [[String(item.label ?? item.value), false]]);
    text(count, number(item.count));
    attribute(count, "aria-label", `${item.count} results`);
  }

  #choose(value, box) {
    const on = box.checked;
    this.#hold.keep(JSON.stringify(value), on, this.#send("select", { values: [value], on }));
    this.render(this.#view);
  }

  #showMore() {
    this.#send("show-more", { on: !this.#view.showingMore });
  }
}
