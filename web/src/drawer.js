// SPDX-License-Identifier: MIT

import { button } from "./buttons.js";
import { attribute, h, text } from "./dom.js";
import { number } from "./format.js";
import { icon } from "./icons.js";
import { isolate } from "./isolate.js";

export const narrow = matchMedia("(max-width: 53.75em)");

/**
 * The refinements: a column on wide screens; on narrow ones a modal drawer, with a button that opens it and says how many
 * filters are in force, and one that closes it and says how many results there are.
 */
export class Drawer {
  #reach = null;
  #count = h("span", { class: "badge", hidden: true }, h("span"), h("span", { class: "visually-hidden" }));
  #closer = button("Show results", () => this.close(), { kind: "is-primary" });
  #backdrop = h("div", { class: "backdrop", hidden: true, on: { click: () => this.close() } });
  #side;
  #end = h("div", { class: "side-end", "aria-hidden": "true" });
  #opener;

  constructor(content) {
    this.#side = h("section", { class: "side", id: "refinements", "aria-label": "Refine the results" },
      h("div", { class: "drawer-head" }, h("h2", {}, "Refine"), this.#closer), content, this.#end);
    new IntersectionObserver((entries) => this.#side.classList.toggle("is-cut", !entries.at(-1).isIntersecting), { root: this.#side })
      .observe(this.#end);
    this.#opener = button([icon("sliders"), "Refine", this.#count], () => this.#open(), {
      kind: "drawer-button", "aria-controls": "refinements", "aria-haspopup": "dialog",
    });
  }

  get side() { return this.#side; }

  get opener() { return this.#opener; }

  get backdrop() { return this.#backdrop; }

  get isOpen() {
    return this.#side.classList.contains("is-open");
  }

  /** Says whether there is anything to refine by. */
  set isUsed(isUsed) {
    attribute(this.#side, "hidden", !isUsed);
    attribute(this.#opener, "hidden", !isUsed);
  }

  set filterCount(count) {
    attribute(this.#count, "hidden", count === 0);
    text(this.#count.firstChild, number(count));
    text(this.#count.lastChild, count === 1 ? " filter in force" : " filters in force");
  }

  set resultCount(count) {
    text(this.#closer, count > 0 ? `Show ${number(count)} ${count === 1 ? "result" : "results"}` : "Show results");
  }

  /** Takes the form that the width of the screen asks for, closed. On wide screens the column is always there. */
  settle() {
    this.close();
    attribute(this.#side, "role", narrow.matches ? "dialog" : "complementary");
    attribute(this.#side, "aria-modal", narrow.matches ? "true" : null);
  }

  close() {
    const hadFocus = this.isOpen && (this.#side.contains(document.activeElement) || document.activeElement === document.body);
    this.#show(false);
    if (hadFocus && narrow.matches) this.#opener.focus();
  }

  #open() {
    this.#show(true);
    this.#closer.focus();
  }

  #show(open) {
    this.#reach?.();
    this.#reach = null;
    this.#side.classList.toggle("is-open", open);
    this.#side.inert = narrow.matches && !open;
    if (open && narrow.matches) this.#reach = isolate(this.#side, [this.#backdrop]);
    attribute(this.#backdrop, "hidden", !(narrow.matches && open));
    attribute(this.#opener, "aria-expanded", String(open));
  }
}
