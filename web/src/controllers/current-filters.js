// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, h, keyed } from "../dom.js";
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
    const label = String(item.label);
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
