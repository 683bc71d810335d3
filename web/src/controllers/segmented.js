// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { h, text } from "../dom.js";

/** Segments of which one is chosen: radio buttons that look like one control. */
export default class Segmented {
  #list;
  #title;

  constructor({ widget, send }) {
    const title = widget.title ?? widget.name;
    this.#title = h("span", { class: "panel-title", dir: "auto" }, title);
    this.#list = new ChoiceList({
      label: title, kind: "segments", choose: (choice) => send("select", { key: choice.key }),
    });
    this.element = h("div", { class: "panel segmented" }, this.#title, this.#list.element);
  }

  render(view) {
    text(this.#title, view.title);
    this.#list.render(view.items);
  }
}
