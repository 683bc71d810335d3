// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { showHighlighted } from "../highlight.js";
import { Hold } from "../hold.js";
import { wordsOf } from "../hit-template.js";
import { adopt, partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-refinement-list widget="brand">`: values with their counts, to tick. Each is an `<li class="value">` with a
 * checkbox, a `.label` and a `.count` in a `<ul class="values">`; `is-selected` and `is-empty` tell how it is. A button `.more`
 * shows more values where there are.
 */
export class RefinementListElement extends ViewElement {
  #list;
  #more;
  #hold = new Hold(() => { if (this.view) this.draw(this.view); });

  begin() {
    this.#list = partOf(this, ".values", () => h("ul", { class: "values" }));
    adopt(this.#list, (row) => row.dataset.value, (row) => this.#listen(row));
    this.#more = partOf(this, "button.more", () => h("button", { type: "button", class: "more", hidden: true }));
    this.#more.addEventListener("click", () => this.send("show-more", { on: !this.view.showingMore }));
  }

  draw(view) {
    keyed(this.#list, view.items, {
      key: (item) => JSON.stringify(item.value),
      create: (item) => this.#row(item),
      update: (row, item) => this.#update(row, item),
    });
    attribute(this, "data-empty", view.items.length === 0);
    attribute(this.#more, "hidden", !view.canShowMore && !view.showingMore);
    attribute(this.#more, "aria-expanded", view.showingMore ? "true" : "false");
    text(this.#more, view.showingMore ? this.#label("fewer", "Show fewer") : this.#label("more", "Show more"));
  }

  #label(name, otherwise) {
    return this.getAttribute(`label-${name}`) ?? otherwise;
  }

  #row(item) {
    const row = h("li", { class: "value", data: { value: JSON.stringify(item.value) } },
      h("label", {}, h("input", { type: "checkbox" }), h("span", { class: "label", dir: "auto" }), " ", h("span", { class: "count" })));
    this.#listen(row);
    return row;
  }

  #listen(row) {
    row.querySelector("input").addEventListener("change", ({ target }) => {
      const sent = this.send("select", { values: [JSON.parse(row.dataset.value)], on: target.checked });
      this.#hold.keep(row.dataset.value, target.checked, sent);
      row.classList.toggle("is-selected", target.checked);
    });
  }

  #update(row, item) {
    const box = row.querySelector("input");
    const on = this.#hold.show(row.dataset.value, item.selected === true);
    if (box.checked !== on) box.checked = on;
    row.classList.toggle("is-selected", on);
    row.classList.toggle("is-empty", item.count === 0);
    showHighlighted(row.querySelector(".label"), item.highlighted ?? [[String(item.label ?? item.value), false]]);
    text(row.querySelector(".count"), wordsOf(item.count, "number"));
  }
}
