// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { h, text } from "../dom.js";
import { panel } from "../panel.js";

/** The least rating: stars to choose, each with how many results have as many. */
export default class RatingMenu {
  #list;
  #clear = h("button", { class: "link-button", type: "button" }, "Any");

  constructor({ widget, send }) {
    const title = widget.title ?? widget.name;
    this.#list = new ChoiceList({
      label: title, draw, choose: (choice) => send("select", { value: choice.value }), kind: "ratings",
    });
    this.#clear.addEventListener("click", () => this.#list.clear(send("clear")));
    this.element = panel(title, this.#list.element, h("div", { class: "choice-buttons" }, this.#clear));
  }

  render(view) {
    text(this.element.heading, view.title);
    this.#list.render(view.items.map((item) => ({
      ...item,
      key: String(item.value),
      stars: "★".repeat(item.value) + "☆".repeat(Math.max(0, view.max - item.value)),
      name: item.value === view.max ? `${item.value} stars` : `${item.value} stars and up`,
    })));
    this.#clear.classList.toggle("is-unseen", view.selected === null);
  }
}

/** Stars for the eye, what they mean for the ear. */
function draw(element, { stars, name }) {
  if (element.firstElementChild === null) {
    element.append(h("span", { "aria-hidden": "true" }), h("span", { class: "visually-hidden" }));
  }
  text(element.firstElementChild, stars);
  text(element.lastElementChild, name);
}
