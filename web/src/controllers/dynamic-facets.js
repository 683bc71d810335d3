// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { Hold } from "../../client/hold.js";
import { panel } from "../panel.js";
import { roving } from "../roving.js";
import { showValue } from "../value-label.js";

/** The facets that fit a search, a panel each, in the order of the view. A tick says what it wants, not "toggle". */
export default class DynamicFacets {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));

  constructor({ widget, send }) {
    this.#send = send;
    this.element = h("div", { class: "dynamic-facets", role: "group", "aria-label": widget.title ?? "Filters" });
  }

  render(view) {
    this.#view = view;
    keyed(this.element, view.facets, {
      key: (facet) => facet.attribute,
      create: () => this.#panel(),
      update: (element, facet) => this.#show(element, facet),
    });
    attribute(this.element, "hidden", view.facets.length === 0);
  }

  #panel() {
    const list = h("ul", { class: "facet-list", role: "group" });
    const count = h("span", { class: "badge", hidden: true });
    const element = panel("", list);
    attribute(element.heading, "dir", "auto");
    element.heading.after(count);
    element.parts = { list, count, settle: roving(list, "input") };
    return element;
  }

  #show(element, facet) {
    const { list, count, settle } = element.parts;
    text(element.heading, facet.title);
    attribute(list, "aria-label", facet.title);
    attribute(count, "hidden", facet.selectedCount === 0);
    text(count, number(facet.selectedCount));
    attribute(count, "aria-label", `${number(facet.selectedCount)} selected`);
    keyed(list, facet.items, {
      key: (item) => JSON.stringify(item.value),
      create: () => this.#row(facet.attribute),
      update: (row, item) => this.#update(row, facet, item),
    });
    settle();
  }

  #row(name) {
    const box = h("input", { type: "checkbox", class: "facet-box", on: { change: () => this.#choose(name, row) } });
    const label = h("span", { class: "facet-label", dir: "auto" });
    const count = h("span", { class: "facet-count" });
    const row = h("li", { role: "none" }, h("label", { class: "facet" }, box, label, count));
    row.parts = { box, label, count };
    return row;
  }

  #update(row, facet, item) {
    const { box, label, count } = row.parts;
    row.item = item;
    const on = this.#hold.show(JSON.stringify([facet.attribute, item.value]), item.selected === true);
    if (box.checked !== on) box.checked = on;
    row.classList.toggle("is-selected", on);
    row.classList.toggle("is-empty", item.count === 0);
    showValue(label, item.label ?? item.value, item.highlighted);
    text(count, number(item.count));
    attribute(count, "aria-label", `${number(item.count)} results`);
  }

  #choose(name, row) {
    const { value } = row.item;
    const on = row.parts.box.checked;
    const sent = this.#send("select", { attribute: name, values: [value], on });
    this.#hold.keep(JSON.stringify([name, value]), on, sent);
    this.render(this.#view);
  }
}
