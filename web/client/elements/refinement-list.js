// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "../dom.js";
import { Hold } from "../hold.js";
import { roving } from "../roving.js";
import { partsOf, showRow, showValue, valueRow } from "../value-row.js";
import { truth } from "../words.js";
import { MoreButton, searchAbove, showEmpty } from "./list-parts.js";
import { adopt, labelOf, partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-refinement-list widget="brand">`: values with their counts, to tick. Each is an `<li class="value">` with a
 * checkbox, a `.label` and a `.count` in a `<ul class="values">`; `is-selected`, `is-excluded` and `is-empty` tell how it is.
 * Where values can be excluded each has a `button.exclude`. A button `.more` shows more values where there are, a field in a
 * `.value-search` searches among them. A child with `data-when="empty"` is shown while there are none.
 *
 * A tick says what it wants (`on` true or false), not "toggle": repeating it changes nothing, and two people ticking the same
 * value agree. The list is one stop of the Tab key; arrow keys move within it.
 */
export class RefinementListElement extends ViewElement {
  #list;
  #more;
  #search = null;
  #settle;
  #hold = new Hold(() => this.redraw());

  begin() {
    this.#list = partOf(this, ".values", () => h("ul", { class: "values" }));
    adopt(this.#list, (row) => row.dataset.value, (row) => this.#listen(row));
    this.#settle = roving(this.#list, "input, .exclude:not([hidden])");
    this.#more = new MoreButton(this);
  }

  draw(view) {
    present(this, "group", view.title ?? this.widget);
    keyed(this.#list, view.items, {
      key: (item) => JSON.stringify(item.value),
      create: () => this.#row(),
      update: (row, item) => this.#update(row, item),
      recycle: true,
      // A tick that moved to another element would fade in and out.
      keeps: (row) => row.classList.contains("is-selected") || this.#settle.isPlace(row),
    });
    this.#settle();
    if (view.searchable) this.#search ??= searchAbove(this, this.#list, this.getAttribute("aria-label"));
    this.#search?.render(view);
    showEmpty(this, view.items.length === 0);
    this.#more.draw(view);
  }

  #row() {
    const row = valueRow();
    this.made("value", row);
    this.#listen(row);
    return row;
  }

  #listen(row) {
    const { box } = partsOf(row);
    // A row that a server has drawn has no item before the first view.
    box.addEventListener("change", () => this.#choose(row.item ?? { value: JSON.parse(row.dataset.value) }, box.checked));
  }

  #update(row, item) {
    const { box, label } = partsOf(row);
    if (row.item?.value !== item.value) attribute(box, "tabindex", -1);
    row.item = item;
    attribute(row, "data-value", JSON.stringify(item.value));
    const state = this.#hold.show(JSON.stringify(item.value), item.state ?? (item.selected === true ? "include" : "none"));
    showRow(row, { on: state === "include", count: item.count });
    showValue(label, wordsOf(item), item.highlighted);
    row.classList.toggle("is-excluded", state === "exclude");
    const exclude = row.exclude ??= item.state === undefined ? null : this.#makeExclude(row);
    if (exclude === null) return;
    attribute(exclude, "hidden", item.state === undefined);
    attribute(exclude, "aria-pressed", state === "exclude" ? "true" : "false");
    attribute(exclude, "aria-label", `${labelOf(this, "exclude", "Exclude")} ${wordsOf(item)}`);
  }

  #makeExclude(row) {
    const exclude = h("button", { type: "button", class: "exclude", on: {
      click: () => this.#set(row.item.value, exclude.getAttribute("aria-pressed") === "true" ? "none" : "exclude"),
    } }, "×");
    this.made("exclude", exclude);
    row.append(exclude);
    return exclude;
  }

  #choose({ value, state }, on) {
    if (state === undefined) this.#keep(value, on ? "include" : "none", this.send("select", { values: [value], on }));
    else this.#set(value, on ? "include" : "none");
  }

  #set(value, state) {
    this.#keep(value, state, this.send("set", { value, state }));
  }

  #keep(value, state, sent) {
    this.#hold.keep(JSON.stringify(value), state, sent);
    this.redraw();
  }
}

/** A value as people write it. */
function wordsOf({ value, label }) {
  return typeof value === "boolean" ? truth(value) : String(label ?? value);
}
