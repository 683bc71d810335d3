// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, h, keyed } from "../dom.js";
import { number } from "../format.js";
import { icon } from "../icons.js";
import { roving } from "../roving.js";

/** The filters in force as chips; each can be taken away. */
export default class CurrentFilters {
  #send;
  #list = h("ul", { class: "chips" });
  #settle = roving(this.#list, "button");

  constructor({ widget, send }) {
    this.#send = send;
    this.element = h("div", {
      class: "current-filters", role: "group", "aria-label": widget.title ?? "Filters in force", hidden: true,
    }, this.#list);
  }

  render(view) {
    const focused = [...this.#list.querySelectorAll("button")].indexOf(document.activeElement);
    keyed(this.#list, view.items, {
      key: (item) => JSON.stringify([item.filter, item.group]),
      create: (item) => this.#chip(item),
      update: () => {},
    });
    attribute(this.element, "hidden", view.items.length === 0);
    this.#settle();
    if (focused >= 0) this.#keepFocus(focused);
  }

  #chip(item) {
    const remove = () => this.#send("remove", { filter: item.filter, group: item.group });
    const label = labelOf(item);
    return h("li", {},
      h("button", {
        class: "chip", type: "button", "aria-label": `Remove filter ${item.attribute}: ${label}`,
        data: { attribute: item.attribute, value: label }, on: { click: remove },
      }, h("span", {}, label), icon("close")));
  }

  /** The focus does not fall out of the list with the chip that was removed. */
  #keepFocus(index) {
    const chips = [...this.#list.querySelectorAll("button")];
    if (!chips.includes(document.activeElement)) chips[Math.min(index, chips.length - 1)]?.focus();
  }
}

/** What a chip says: a range of numbers as people write it, otherwise the words of the view. */
function labelOf({ label, attribute: name = "", filter }) {
  if (filter?.type !== "numeric") return String(label);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const options = { maximumFractionDigits: 20 };
  if (Array.isArray(filter.range)) {
    return `${title}: ${filter.range.map((end) => number(Number(end), options)).join(" – ")}`;
  }
  const sign = { "<=": "≤", ">=": "≥", "=": "" }[filter.operator] ?? filter.operator;
  return `${title}: ${`${sign} ${number(Number(filter.value), options)}`.trim()}`;
}
