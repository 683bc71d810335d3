// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number, truth } from "../format.js";
import { Hold } from "../../client/hold.js";
import { icon } from "../icons.js";
import { panel } from "../panel.js";
import { roving } from "../roving.js";
import { showValue } from "../value-label.js";
import { ValueSearch } from "../value-search.js";

/**
 * Facet values with their counts, to tick. A tick says what it wants (`on` true or false), not "toggle": repeating it
 * changes nothing, and two people ticking the same value agree.
 */
export default class RefinementList {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #list = h("ul", { class: "facet-list" });
  #group = h("div", { role: "group" }, this.#list);
  #settle = roving(this.#list, ".facet-box, .facet-exclude:not([hidden])", { described: this.#group });
  #empty = h("p", { class: "panel-note", hidden: true }, "No values for these results.");
  #more = h("button", { class: "link-button", type: "button", hidden: true, on: { click: () => this.#showMore() } });
  #search;
  #count = h("span", { class: "badge", hidden: true }, h("span"), h("span", { class: "visually-hidden" }));

  constructor({ widget, send, announce }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    const values = h("div", {}, this.#group, this.#empty);
    this.#search = new ValueSearch({ title, list: values, send, announce });
    this.element = panel(title, this.#search.element, values, this.#more);
    this.element.heading.after(this.#count);
    this.#group.setAttribute("aria-label", title);
  }

  render(view) {
    this.#view = view;
    if (view.title) {
      text(this.element.heading, view.title);
      attribute(this.#group, "aria-label", view.title);
    }
    keyed(this.#list, view.items, {
      key: (item) => JSON.stringify(item.value),
      create: () => this.#row(),
      update: (row, item) => this.#update(row, item),
      recycle: true,
      // A tick that moved to another element would fade in and out.
      keeps: (row) => row.classList.contains("is-selected") || this.#settle.isPlace(row),
    });
    this.#settle();
    const searched = this.#search.render(view);
    attribute(this.#group, "hidden", view.items.length === 0);
    attribute(this.element, "data-empty", view.items.length === 0);
    attribute(this.element, "data-query", typeof view.query === "string" ? view.query : null);
    attribute(this.#empty, "hidden", view.items.length > 0);
    text(this.#empty, searched === "" ? "No values for these results." : `No value matches “${searched}”.`);
    attribute(this.#count, "hidden", !view.selectedCount);
    this.#selected(view.selectedCount ?? 0);
    attribute(this.#more, "hidden", !view.canShowMore && !view.showingMore);
    attribute(this.#more, "aria-expanded", view.showingMore ? "true" : "false");
    text(this.#more, view.showingMore ? "Show fewer" : "Show more");
  }

  /** The number for the eye, what it means for the ear. */
  #selected(count) {
    text(this.#count.firstChild, number(count));
    text(this.#count.lastChild, " selected");
  }

  #row() {
    const change = () => this.#choose(row.item, box);
    const box = h("input", { type: "checkbox", class: "facet-box", on: { change } });
    const label = h("span", { class: "facet-label", dir: "auto" });
    const count = h("span", { class: "facet-count" });
    const unit = h("span", { class: "visually-hidden" });
    const place = h("label", { class: "facet" }, box, label, count, unit);
    const exclude = h("button", {
      type: "button", class: "facet-exclude", hidden: true, on: { click: () => this.#exclude(row.item, exclude) },
    }, icon("close"));
    const row = h("li", { class: "facet-row" }, place, exclude);
    row.parts = { place, box, label, count, unit, exclude };
    return row;
  }

  #update(row, item) {
    const { place, box, label, count, unit, exclude } = row.parts;
    if (row.item?.value !== item.value) attribute(box, "tabindex", -1);
    row.item = item;
    attribute(place, "data-value", String(item.value));
    const key = JSON.stringify(item.value);
    const state = this.#hold.show(key, item.state ?? (item.selected === true ? "include" : "none"));
    const on = state === "include";
    if (box.checked !== on) box.checked = on;
    row.classList.toggle("is-selected", on);
    row.classList.toggle("is-excluded", state === "exclude");
    row.classList.toggle("is-empty", item.count === 0);
    attribute(exclude, "hidden", item.state === undefined);
    attribute(exclude, "aria-pressed", state === "exclude" ? "true" : "false");
    attribute(exclude, "aria-label", `Exclude ${labelOf(item)}`);
    showValue(label, labelOf(item), item.highlighted);
    text(count, number(item.count));
    text(unit, item.count === 1 ? " result" : " results");
  }

  #choose({ value, state }, box) {
    const wanted = box.checked ? "include" : "none";
    const sent = state === undefined
      ? this.#send("select", { values: [value], on: box.checked }) : this.#send("set", { value, state: wanted });
    this.#keep(value, wanted, sent);
  }

  #exclude({ value }, button) {
    const wanted = button.getAttribute("aria-pressed") === "true" ? "none" : "exclude";
    this.#keep(value, wanted, this.#send("set", { value, state: wanted }));
  }

  #keep(value, state, sent) {
    this.#hold.keep(JSON.stringify(value), state, sent);
    this.render(this.#view);
  }

  #showMore() {
    this.#send("show-more", { on: !this.#view.showingMore });
  }
}

/** A value as people write it. */
function labelOf({ value, label }) {
  return typeof value === "boolean" ? truth(value) : String(label ?? value);
}
