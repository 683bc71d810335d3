// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-dynamic-facets widget="facets">`: the facets that fit a search, in the order of the view: each a `section.facet` with an
 * `<h2>` and a `<searchbus-refinement-list>`. Without any it is hidden.
 */
export class DynamicFacetsElement extends ViewElement {
  begin() {
    present(this, "group", "Filters");
  }

  draw({ facets, phase }) {
    keyed(this, facets, {
      key: ({ attribute: name }) => name,
      create: ({ attribute: name }) => this.#facet(name),
      update: ({ firstChild: title, lastChild: list }, facet) => {
        text(title, facet.title);
        list.show({ ...facet, phase });
      },
    });
    attribute(this, "hidden", facets.length === 0);
  }

  #facet(name) {
    const list = h("searchbus-refinement-list", {});
    list.made = (...part) => this.made(...part);
    list.use({ send: (type, data, options) => this.send(type, { attribute: name, ...data }, options) });
    return h("section", { class: "facet" }, h("h2", { dir: "auto" }), list);
  }
}
