// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, h, keyed } from "../dom.js";
import { attributeTitle, quantity, truth } from "../format.js";
import { icon } from "../icons.js";
import { keysHint, roving } from "../roving.js";

/** The filters in force as chips; each can be taken away. */
export default class CurrentFilters {
  #send;
  #list = h("ul", { class: "chips" });
  #settle = roving(this.#list, "button", { described: null });

  constructor({ widget, send }) {
    this.#send = send;
    this.element = h("div", {
      class: "current-filters", role: "group", "aria-label": widget.title ?? "Filters in force",
      "aria-describedby": keysHint, hidden: true,
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
        class: "chip", type: "button", "aria-label": `Remove filter ${nameOf(item, label)}`,
        data: { attribute: item.attribute, value: label }, on: { click: remove },
      }, h("span", { dir: "auto" }, label), icon("close")));
  }

  /** The focus does not fall out of the list with the chip that was removed. */
  #keepFocus(index) {
    const chips = [...this.#list.querySelectorAll("button")];
    if (!chips.includes(document.activeElement)) chips[Math.min(index, chips.length - 1)]?.focus();
  }
}

/** What a chip says: numbers, ranges and truth values as people write them, otherwise the words of the view. */
function labelOf({ label, attribute: name = "", filter }) {
  const not = filter?.negated ? "Not " : "";
  if (filter?.date !== undefined) return `${not}${attributeTitle(name)}: ${filter.date.replace(/ in ms$/, "")}`;
  if (filter?.type === "numeric") return `${not}${attributeTitle(name)}: ${amountsOf(filter)}`;
  if (filter?.type === "facet" && typeof filter.value !== "string") {
    const { value } = filter;
    return `${not}${attributeTitle(name)}: ${typeof value === "number" ? quantity(value) : truth(value).toLowerCase()}`;
  }
  return String(label);
}

function amountsOf({ range, operator, value }) {
  if (Array.isArray(range)) return range.map((end) => quantity(Number(end))).join(" – ");
  const sign = { "<=": "up to", ">=": "from", "<": "below", ">": "above", "!=": "not", "=": "" }[operator] ?? operator;
  return `${sign} ${quantity(Number(value))}`.trim();
}

/** What is removed, for people who listen: with the attribute where the chip does not name it. */
function nameOf({ attribute: name = "", filter }, label) {
  return filter?.type === "facet" && typeof filter.value === "string" ? `${attributeTitle(name)}: ${label}` : label;
}
