// SPDX-License-Identifier: MIT

import { h, text } from "../dom.js";
import { jsonTree } from "../inspector/json-tree.js";
import { panel } from "../panel.js";

/** Draws any view as a tree: for widget types this console does not know, so that nothing that runs stays invisible. */
export default class RawView {
  #body = h("div", { class: "raw-view" });
  #note = h("p", { class: "panel-note" });

  constructor({ widget }) {
    this.element = panel(widget.title ?? widget.name, this.#note, this.#body);
    text(this.#note, `No controller draws “${widget.type}” yet; this is its view.`);
  }

  render(view) {
    this.#body.replaceChildren(jsonTree(view));
  }
}
