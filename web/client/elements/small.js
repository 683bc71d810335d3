// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { filterWords } from "../filter-words.js";
import { roving } from "../roving.js";
import { number } from "../words.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/** `<searchbus-stats widget="stats">`: the line of a `stats` widget, which people who listen to the page hear. */
export class StatsElement extends ViewElement {
  begin() {
    if (!this.hasAttribute("role")) this.setAttribute("role", "status");
  }

  draw(view) {
    text(this, grouped(view.text ?? "", [view.nbHits, view.nbPages, view.page, view.hitsPerPage]));
  }
}

/** A text in which the figures that are its own are grouped as people write them; other numbers stay as they are. */
function grouped(words, figures) {
  return words.replace(/(?<![\d.,])\d{4,}(?![\d.,]\d|\d)/g,
    (digits) => (figures.includes(Number(digits)) ? number(Number(digits)) : digits));
}

/**
 * `<searchbus-current-filters widget="current">`: the filters in force, each a button of a list that removes it, with a `.label`.
 * The list is one stop of the Tab key; the focus does not fall out of it with the button that was pressed.
 */
export class CurrentFiltersElement extends ViewElement {
  #list;
  #settle;

  begin() {
    present(this, "group", "Current filters");
    this.#list = partOf(this, ".filters", () => h("ul", { class: "filters" }));
    this.#list.replaceChildren();
    this.#settle = roving(this.#list, "button");
  }

  draw(view) {
    const focused = this.#buttons().indexOf(this.getRootNode().activeElement);
    keyed(this.#list, view.items, {
      key: ({ filter, group }) => JSON.stringify([filter, group]),
      create: (item) => this.#row(item),
      update: ({ firstChild: button }, item) => {
        const { label, name } = filterWords(item, view.items);
        text(button.firstChild, label);
        attribute(button, "aria-label", `${labelOf(this, "remove", "Remove filter")} ${name}`);
      },
    });
    attribute(this, "hidden", view.items.length === 0);
    this.#settle();
    if (focused >= 0) this.#keepFocus(focused);
  }

  #buttons() {
    return [...this.#list.querySelectorAll("button")];
  }

  #row({ filter, group }) {
    const button = h("button", { type: "button", on: { click: () => this.send("remove", { filter, group }) } },
      h("span", { class: "label", dir: "auto" }));
    this.made("filter", button);
    return h("li", {}, button);
  }

  #keepFocus(index) {
    const buttons = this.#buttons();
    if (!buttons.includes(this.getRootNode().activeElement)) buttons[Math.min(index, buttons.length - 1)]?.focus();
  }
}

/**
 * `<searchbus-clear-filters widget="clear">`: a button that removes filters. The button may be the page's own; otherwise it
 * says how many there are. Without any it is disabled and hidden, but not before the focus of a person who has just pressed
 * it is elsewhere; with the attribute `always` it is never hidden.
 */
export class ClearFiltersElement extends ViewElement {
  #button;
  #hasOwnWords;

  begin() {
    this.#hasOwnWords = this.querySelector("button") !== null;
    this.#button = partOf(this, "button", () => h("button", { type: "button" }));
    if (!this.#hasOwnWords) this.made("clear", this.#button);
    this.#button.addEventListener("click", () => { if (this.view?.enabled) this.send("clear"); });
    this.#button.addEventListener("blur", () => this.redraw());
  }

  draw({ enabled, count = 0 }) {
    attribute(this.#button, "aria-disabled", enabled ? null : "true");
    attribute(this, "hidden", !enabled && !this.hasAttribute("always") && this.getRootNode().activeElement !== this.#button);
    const words = this.getAttribute("label") ?? "Clear filters";
    if (!this.#hasOwnWords) text(this.#button, count > 0 ? `${words} (${number(count)})` : words);
  }
}
