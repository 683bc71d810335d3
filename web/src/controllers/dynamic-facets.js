// SPDX-License-Identifier: MIT

import { RefinementListElement } from "../../client/elements/refinement-list.js";
import { attribute, h, keyed, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { number } from "../format.js";
import { panel } from "../panel.js";
import { keysHintID } from "../roving.js";

/** The facets that fit a search, a panel with a list of values each, in the order of the view. */
export default class DynamicFacets {
  #send;
  #announce;

  constructor({ widget, send, announce }) {
    this.#send = send;
    this.#announce = announce;
    this.element = h("div", { class: "dynamic-facets", role: "group", "aria-label": widget.title ?? "Filters" });
  }

  render(view) {
    keyed(this.element, view.facets, {
      key: (facet) => facet.attribute,
      create: (facet) => this.#panel(facet.attribute),
      update: (element, facet) => this.#show(element, facet),
    });
    attribute(this.element, "hidden", view.facets.length === 0);
  }

  #panel(name) {
    const send = (type, data, options) => this.#send(type, { attribute: name, ...data }, options);
    const list = drawn("refinement-list", RefinementListElement, { send, announce: this.#announce }, { "aria-describedby": keysHintID });
    const count = h("span", { class: "badge", hidden: true });
    const element = panel("", list);
    attribute(element.heading, "dir", "auto");
    element.heading.after(count);
    element.parts = { list, count };
    return element;
  }

  #show(element, facet) {
    const { list, count } = element.parts;
    text(element.heading, facet.title);
    list.show(facet);
    attribute(count, "hidden", facet.selectedCount === 0);
    text(count, number(facet.selectedCount));
    attribute(count, "aria-label", `${number(facet.selectedCount)} selected`);
  }
}
