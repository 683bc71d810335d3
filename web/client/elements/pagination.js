// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { roving } from "../roving.js";
import { number } from "../words.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

const ways = [["first", "«", "First page"], ["previous", "‹", "Previous page"], ["next", "›", "Next page"], ["last", "»", "Last page"]];

/**
 * `<searchbus-pagination widget="pages">`: buttons for pages in an `<ol class="pages">`, the present one with
 * `aria-current="page"`, between buttons `.first`, `.previous`, `.next` and `.last`. Hidden where there is one page only. The
 * buttons are one stop of the Tab key, and keep their places while pages come and go.
 */
export class PaginationElement extends ViewElement {
  #pages;
  #buttons = {};
  #settle;
  #asked = null;

  begin() {
    present(this, "navigation", "Pages");
    for (const [name, sign, label] of ways) {
      const button = partOf(this, `button.${name}`, () => h("button", { type: "button", class: name, "aria-label": label, title: label },
        h("span", { "aria-hidden": "true" }, sign)));
      button.addEventListener("click", () => this.#go(this.view?.[name]));
      this.#buttons[name] = button;
    }
    this.#pages = partOf(this, ".pages", () => h("ol", { class: "pages" }));
    this.#buttons.previous.after(this.#pages);
    this.#pages.replaceChildren();
    this.#settle = roving(this, "button:not(:disabled)");
  }

  draw(view) {
    for (const [name, button] of Object.entries(this.#buttons)) {
      button.disabled = typeof view[name] !== "number";
      if (button.disabled) attribute(button, "tabindex", -1);
    }
    keyed(this.#pages, view.pages, {
      key: (page) => page,
      create: (page) => h("li", {}, h("button", { type: "button", on: { click: () => this.#go(page) } })),
      update: ({ firstChild: button }, page) => {
        text(button, number(page + 1));
        attribute(button, "aria-label", this.#words(page));
        attribute(button, "aria-current", page === view.page ? "page" : null);
      },
    });
    attribute(this, "hidden", view.nbPages < 2);
    this.#settle();
    if (view.page === this.#asked) {
      this.#asked = null;
      this.announce(this.#words(view.page));
    }
  }

  #words(page) {
    return labelOf(this, "page", "Page {page} of {pages}").replace("{page}", number(page + 1)).replace("{pages}", number(this.view.nbPages));
  }

  #go(page) {
    if (typeof page !== "number") return;
    this.#asked = page;
    this.send("go", { page }, { latest: true });
  }
}
