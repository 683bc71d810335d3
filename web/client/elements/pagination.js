// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { wordsOf } from "../hit-template.js";
import { partOf, ViewElement } from "./view-element.js";

const ways = [["first", "«", "First page"], ["previous", "‹", "Previous page"], ["next", "›", "Next page"], ["last", "»", "Last page"]];

/**
 * `<searchbus-pagination widget="pages">`: buttons for pages in an `<ol class="pages">`, the present one with
 * `aria-current="page"`, between buttons `.first`, `.previous`, `.next` and `.last`. Hidden where there is one page only.
 */
export class PaginationElement extends ViewElement {
  #pages;
  #buttons = {};

  begin() {
    if (!this.hasAttribute("role")) this.setAttribute("role", "navigation");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", "Pages");
    for (const [name, sign, label] of ways) {
      this.#buttons[name] = partOf(this, `button.${name}`, () => h("button", { type: "button", class: name, "aria-label": label }, sign));
      this.#buttons[name].addEventListener("click", () => this.#go(this.view[name]));
    }
    this.#pages = partOf(this, ".pages", () => h("ol", { class: "pages" }));
    this.#buttons.previous.after(this.#pages);
    this.#pages.replaceChildren();
  }

  draw(view) {
    for (const [name] of ways) this.#buttons[name].disabled = typeof view[name] !== "number";
    keyed(this.#pages, view.pages, {
      key: (page) => page,
      create: (page) => h("li", {}, h("button", { type: "button", on: { click: () => this.#go(page) } })),
      update: (item, page) => {
        text(item.firstChild, wordsOf(page + 1, "number"));
        attribute(item.firstChild, "aria-current", page === view.page ? "page" : null);
      },
    });
    attribute(this, "hidden", view.nbPages < 2);
  }

  #go(page) {
    if (typeof page === "number") this.send("go", { page }, { latest: true });
  }
}
