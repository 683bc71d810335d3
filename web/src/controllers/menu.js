// SPDX-License-Identifier: MIT

import { MenuElement } from "../../client/elements/menu.js";
import { attribute, h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { panel } from "../panel.js";

/** Facet values of which one holds: the client's element in a panel. */
export default class Menu {
  #menu;
  #empty = h("p", { class: "panel-note", data: { when: "empty" }, hidden: true });
  #buttons = h("div", { class: "choice-buttons" },
    h("button", { class: "more", type: "button", hidden: true }), h("button", { class: "any", type: "button", hidden: true }, "Any"));

  constructor({ widget, ...given }) {
    const title = widget.title ?? widget.name;
    this.#menu = drawn("menu", MenuElement, given, {}, h("div", {}, h("ul", { class: "values" }), this.#empty), this.#buttons);
    this.element = panel(title, this.#menu);
  }

  render(view) {
    if (view.title) text(this.element.heading, view.title);
    const searched = view.searchQuery ?? "";
    text(this.#empty, searched === "" ? "No values for these results." : `No value matches “${searched}”.`);
    attribute(this.#buttons, "hidden", view.display === "select" && !view.canShowMore && !view.showingMore);
    this.#menu.show(view);
  }
}
