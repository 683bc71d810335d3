// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { filterWords } from "../../client/filter-words.js";
import { icon } from "../icons.js";
import { keysHint, roving } from "../roving.js";

/** The current filters as chips; each can be removed. */
export default class CurrentFilters {
  #send;
  #list = h("ul", { class: "chips" });
  #settle = roving(this.#list, "button", { described: null });

  constructor({ widget, send }) {
    this.#send = send;
    this.element = h("div", {
      class: "current-filters", role: "group", "aria-label": widget.title ?? "Current filters",
      "aria-describedby": keysHint, hidden: true,
    }, this.#list);
  }

  render(view) {
    const focused = [...this.#list.querySelectorAll("button")].indexOf(document.activeElement);
    keyed(this.#list, view.items, {
      key: (item) => JSON.stringify([item.filter, item.group]),
      create: (item) => this.#chip(item),
      update: (chip, item) => this.#show(chip, filterWords(item, view.items)),
    });
    attribute(this.element, "hidden", view.items.length === 0);
    this.#settle();
    if (focused >= 0) this.#keepFocus(focused);
  }

  #chip(item) {
    const remove = () => this.#send("remove", { filter: item.filter, group: item.group });
    const label = h("span", { dir: "auto" });
    const button = h("button", {
      class: "chip", type: "button", data: { attribute: item.attribute, value: filterWords(item).label }, on: { click: remove },
    }, label, icon("close"));
    const chip = h("li", {}, button);
    chip.parts = { button, label };
    return chip;
  }

  #show({ parts }, { label, name }) {
    text(parts.label, label);
    attribute(parts.button, "aria-label", `Remove filter ${name}`);
  }

  /** The focus does not fall out of the list with the chip that was removed. */
  #keepFocus(index) {
    const chips = [...this.#list.querySelectorAll("button")];
    if (!chips.includes(document.activeElement)) chips[Math.min(index, chips.length - 1)]?.focus();
  }
}
