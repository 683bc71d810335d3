// SPDX-License-Identifier: MIT

import { HierarchicalMenuElement } from "../../client/elements/hierarchy.js";
import { h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { panel } from "../panel.js";

/** Categories as a tree: the client's element in a panel. */
export default class HierarchicalMenu {
  #tree;

  constructor({ widget, ...given }) {
    const title = widget.title ?? widget.name;
    this.#tree = drawn("hierarchical-menu", HierarchicalMenuElement, given, { label: title },
      h("ul", { class: "values tree" }),
      h("p", { class: "panel-note", data: { when: "empty" }, hidden: true }, "No values for these results."),
      h("div", { class: "choice-buttons" },
        h("button", { class: "more", type: "button", hidden: true }), h("button", { class: "any", type: "button", hidden: true }, "All")));
    this.element = panel(title, this.#tree);
  }

  render(view) {
    text(this.element.heading, view.title);
    this.#tree.show(view);
  }
}
