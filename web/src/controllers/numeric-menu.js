// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { text } from "../dom.js";
import { panel } from "../panel.js";

/** Ranges of numbers, of which one holds or several. */
export default class NumericMenu {
  #send;
  #title;
  #list = null;

  constructor({ widget, send }) {
    this.#send = send;
    this.#title = widget.title ?? widget.name;
    this.element = panel(this.#title);
  }

  render(view) {
    this.#list ??= this.#make(view.multiple);
    text(this.element.heading, view.title);
    this.#list.render(view.items.map((item) => ({ ...item, key: JSON.stringify(item.range) })));
  }

  #make(multiple) {
    const list = new ChoiceList({
      label: this.#title, multiple, choose: ({ range }, on) => this.#send("select", { range, on }),
    });
    this.element.lastElementChild.append(list.element);
    return list;
  }
}
