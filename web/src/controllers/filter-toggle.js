// SPDX-License-Identifier: MIT

import { FilterToggleElement } from "../../client/elements/filter-toggle.js";
import { h } from "../dom.js";
import { Drawn, drawn } from "../drawn.js";

/** A switch: the client's element, as the console looks. */
export default class FilterToggle extends Drawn {
  constructor({ widget, ...given }) {
    super(drawn("filter-toggle", FilterToggleElement, given, { class: "panel toggle value" }, h("label", {},
      h("span", { class: "label", dir: "auto" }, widget.title ?? widget.name), h("span", { class: "count" }),
      h("span", { class: "unit visually-hidden" }), h("input", { type: "checkbox", role: "switch", class: "switch" }))));
  }
}
