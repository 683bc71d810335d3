// SPDX-License-Identifier: MIT

import { attribute, h } from "./dom.js";
import { TextField } from "./text-field.js";
import { number } from "./words.js";

/**
 * The field above a list of values in which people search among them. While a text stands the list holds what was found;
 * Escape empties the field. `list` keeps its height meanwhile, so that nothing below it moves with each key. `made` gets the
 * parts "value-search" and "clear-search" for what a page adds to them.
 */
export class ValueSearch {
  #announce;
  #list;
  #announced = "";
  #field;
  #made;
  #clear = h("button", {
    type: "button", class: "clear", "aria-label": "Clear the search among the values", hidden: true,
    on: { click: () => this.#field.empty() },
  }, "×");

  constructor({ title, list, send, announce, made = () => {} }) {
    this.#made = made;
    this.#announce = announce;
    this.#list = list;
    this.#field = new TextField({
      class: "value-input", "aria-label": `Search in ${title}`, placeholder: "Search",
      post: (text) => send("search", text, { latest: true }),
      changed: () => attribute(this.#clear, "hidden", this.#field.value === ""),
      key: (event) => this.#key(event),
    });
    this.#field.input.addEventListener("focus", () => this.#keepHeight());
    this.element = h("div", { class: "value-search", role: "search", "aria-label": `Search in ${title}`, hidden: true });
    this.element.addEventListener("focusout", () => this.#list.style.removeProperty("min-height"));
  }

  /** Draws the field for a view; answers the text that the view's items were found for, empty where they are all. */
  render(view) {
    attribute(this.element, "hidden", view.searchable !== true);
    if (view.searchable !== true) return "";
    // Most lists have no field.
    if (this.element.childElementCount === 0) this.#fill();
    if (view.searchPlaceholder) attribute(this.#field.input, "placeholder", view.searchPlaceholder);
    attribute(this.element, "data-phase", view.searchPhase);
    const query = view.searchQuery ?? "";
    this.#field.render({ query, client: view.client, edit: view.edit });
    this.#tell(view, query);
    return query;
  }

  #fill() {
    this.element.append(this.#field.input, this.#clear);
    this.#made("clear-search", this.#clear);
    this.#made("value-search", this.element);
  }

  #tell(view, query) {
    if (query === "" || !this.#field.isFocused || view.searchPhase === "loading" || view.searchPhase === "stalled") return;
    const count = view.items.filter((item) => item.highlighted !== undefined).length;
    const words = view.searchPhase === "failed" ? view.searchError?.message ?? "The search among the values failed."
      : count === 1 ? "1 value found" : `${count === 0 ? "No" : number(count)} values found`;
    if (this.#announced !== `${query} ${words}`) this.#announce(words);
    this.#announced = `${query} ${words}`;
  }

  #key(event) {
    if (event.key !== "Escape" || this.#field.value === "") return;
    event.preventDefault();
    event.stopPropagation();
    this.#field.empty();
  }

  #keepHeight() {
    this.#list.style.setProperty("min-height", `${this.#list.offsetHeight}px`);
  }
}
