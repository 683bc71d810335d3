// SPDX-License-Identifier: MIT

import { RefinementListElement } from "../../client/elements/refinement-list.js";
import { attribute, h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { number } from "../format.js";
import { panel } from "../panel.js";
import { keysHintID } from "../roving.js";

/** Facet values with their counts, to tick: the client's element in a panel that says how many are selected. */
export default class RefinementList {
  #list;
  #empty = h("p", { class: "panel-note", data: { when: "empty" }, hidden: true });
  #count = h("span", { class: "badge", hidden: true }, h("span"), h("span", { class: "visually-hidden" }));

  constructor({ widget, ...given }) {
    this.#list = drawn("refinement-list", RefinementListElement, given, { "aria-describedby": keysHintID },
      h("div", {}, h("ul", { class: "values" }), this.#empty));
    this.element = panel(widget.title ?? widget.name, this.#list);
    this.element.heading.after(this.#count);
  }

  render(view) {
    if (view.title) text(this.element.heading, view.title);
    this.#list.show(view);
    const searched = view.searchQuery ?? "";
    text(this.#empty, searched === "" ? "No values for these results." : `No value matches “${searched}”.`);
    attribute(this.element, "data-empty", view.items.length === 0);
    attribute(this.element, "data-query", typeof view.query === "string" ? view.query : null);
    attribute(this.#count, "hidden", !view.selectedCount);
    // The number for the eye, what it means for the ear.
    text(this.#count.firstChild, number(view.selectedCount ?? 0));
    text(this.#count.lastChild, " selected");
  }
}
