// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { roving } from "../roving.js";

const ways = [["first", "«", "First page"], ["previous", "‹", "Previous page"], ["next", "›", "Next page"],
  ["last", "»", "Last page"]];

/** The pages of the results: a navigation whose buttons keep their places while pages come and go. */
export default class Pagination {
  #send;
  #announce;
  #asked = null;
  #ways = {};
  #pages = h("ol", { class: "page-list" });
  #settle;

  constructor({ widget, send, announce }) {
    this.#send = send;
    this.#announce = announce;
    for (const [name, sign, label] of ways) {
      const button = h("button", { class: "page-button", type: "button", "aria-label": label, title: label,
        data: { way: name }, on: { click: () => this.#go(Number(button.dataset.page)) } },
      h("span", { "aria-hidden": "true", class: "page-sign" }, sign));
      this.#ways[name] = button;
    }
    const { first, previous, next, last } = this.#ways;
    this.element = h("nav", { class: "pagination", "aria-label": widget.title ?? "Pages", hidden: true },
      first, previous, this.#pages, next, last);
    this.#settle = roving(this.element, "button:not(:disabled)");
  }

  render(view) {
    for (const [name, button] of Object.entries(this.#ways)) {
      const page = view[name];
      button.disabled = typeof page !== "number";
      attribute(button, "data-page", page);
      if (button.disabled) attribute(button, "tabindex", -1);
    }
    keyed(this.#pages, view.pages, {
      key: (page) => page,
      create: (page) => h("li", {}, h("button", {
        class: "page-button", type: "button", data: { page }, on: { click: () => this.#go(page) },
      })),
      update: (item, page) => {
        const button = item.firstChild;
        text(button, number(page + 1));
        attribute(button, "aria-label", `Page ${number(page + 1)} of ${number(view.nbPages)}`);
        attribute(button, "aria-current", page === view.page ? "page" : null);
      },
    });
    attribute(this.element, "hidden", view.nbPages < 2);
    this.#settle();
    if (view.page === this.#asked) {
      this.#asked = null;
      this.#announce(`Page ${number(view.page + 1)} of ${number(view.nbPages)}`);
    }
  }

  #go(page) {
    this.#asked = page;
    this.#send("go", { page }, { latest: true });
  }
}
