// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";

/** The way to where one is; each place of it leads back there, the last is where one is. */
export default class Breadcrumb {
  #send;
  #list = h("ol", { class: "breadcrumb" });

  constructor({ widget, send }) {
    this.#send = send;
    this.element = h("nav", { "aria-label": widget.title ?? "Breadcrumb" }, this.#list);
  }

  render(view) {
    const places = [{ value: null, label: "All" }, ...view.items];
    keyed(this.#list, places, {
      key: (place) => JSON.stringify(place.value),
      create: () => this.#place(),
      update: (element, place, index) => {
        element.place = place;
        const button = element.lastElementChild;
        text(button, place.label);
        attribute(button, "aria-current", index === places.length - 1 ? "page" : null);
      },
    });
  }

  #place() {
    const click = () => {
      if (!element.lastElementChild.hasAttribute("aria-current")) this.#send("select", { value: element.place.value });
    };
    const element = h("li", {}, h("button", { type: "button", class: "link-button", dir: "auto", on: { click } }));
    return element;
  }
}
