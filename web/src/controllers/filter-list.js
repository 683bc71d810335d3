// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { h, text } from "../dom.js";
import { panel } from "../panel.js";

/** Filters of the app file, to tick, or of which one holds. */
export default class FilterList {
  #send;
  #title;
  #list = null;
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#any() } }, "Any");

  constructor({ widget, send }) {
    this.#send = send;
    this.#title = widget.title ?? widget.name;
    this.element = panel(this.#title, h("div", { class: "choice-buttons" }, this.#clear));
  }

  render(view) {
    this.#list ??= this.#make(view.multiple);
    text(this.element.heading, view.title);
    this.#list.render(view.items.map((item) => ({ ...item, key: JSON.stringify(item.filter) })));
    this.#clear.classList.toggle("is-unseen", view.selectedCount === 0);
  }

  #make(multiple) {
    const list = new ChoiceList({
      label: this.#title, multiple, choose: ({ filter }, on) => this.#send("select", { filter, on }),
    });
    this.#clear.parentElement.before(list.element);
    return list;
  }

  #any() {
    this.#list.clear(this.#send("clear"));
  }
}
