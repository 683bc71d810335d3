// SPDX-License-Identifier: MIT

import { SavedSearchesElement } from "../../client/elements/saved-searches.js";
import { h } from "../dom.js";
import { drawn } from "../drawn.js";
import { panel } from "../panel.js";

/** Searches that are kept under names: the client's element in a panel. */
export default class SavedSearches {
  #searches;

  constructor({ widget, ...given }) {
    const name = "Name of this search";
    this.#searches = drawn("saved-searches", SavedSearchesElement, given, {},
      h("form", { class: "saved-form" },
        h("input", { class: "saved-field", type: "text", maxlength: 64, dir: "auto", "aria-label": name, placeholder: name, autocomplete: "off" }),
        h("button", { class: "button", type: "submit" }, "Save")),
      h("ul", { class: "saved-list searches" }));
    this.element = panel(widget.title ?? "Saved searches", this.#searches);
  }

  render(view) {
    this.#searches.show(view);
  }
}
