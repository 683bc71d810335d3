// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { ValueSearch } from "../value-search.js";
import { labelOf, partOf } from "./view-element.js";

// What elements with lists have in common.

/** A `button.more` that shows more values, or fewer again. */
export class MoreButton {
  #element;
  #button;

  constructor(element) {
    this.#element = element;
    this.#button = partOf(element, "button.more", () => h("button", { type: "button", class: "more", hidden: true }));
    this.#button.addEventListener("click", () => element.send("show-more", { on: !element.view?.showingMore }));
    element.made("more", this.#button);
  }

  /** Draws it for a view with `canShowMore` and `showingMore`. */
  draw(view) {
    attribute(this.#button, "hidden", !view.canShowMore && !view.showingMore);
    attribute(this.#button, "aria-expanded", view.showingMore ? "true" : "false");
    const [name, words] = view.showingMore ? ["fewer", "Show fewer"] : ["more", "Show more"];
    text(this.#button, labelOf(this.#element, name, words));
  }
}

/** A `button.any` that takes every choice away; `pressed` also moves the focus, since the button is hidden then. */
export class AnyButton {
  #button;

  constructor(element, pressed, words = "Any") {
    this.#button = partOf(element, "button.any", () => h("button", { type: "button", class: "any", hidden: true }, labelOf(element, "any", words)));
    this.#button.addEventListener("click", () => pressed());
    element.made("any", this.#button);
  }

  /** Draws it: it is hidden while there is nothing to remove. */
  draw(isChosen) {
    attribute(this.#button, "hidden", !isChosen);
  }
}

/** Makes the field above a list in which people search among its values. */
export function searchAbove(element, list, title) {
  const search = new ValueSearch({
    title, list: list.parentElement === element ? list : list.parentElement,
    send: (...intent) => element.send(...intent), announce: (message) => element.announce(message),
    made: (name, part) => element.made(name, part),
  });
  element.prepend(search.element);
  return search;
}

/** Says for style sheets whether there is anything, and shows the page's parts for that. */
export function showEmpty(element, isEmpty) {
  attribute(element, "data-empty", isEmpty);
  for (const part of element.querySelectorAll("[data-when=empty]")) attribute(part, "hidden", !isEmpty);
}
