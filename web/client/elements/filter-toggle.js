// SPDX-License-Identifier: MIT

import { h, text } from "../dom.js";
import { Hold } from "../hold.js";
import { partsOf, showRow } from "../value-row.js";
import { partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-filter-toggle widget="shipping">`: a switch, an `<input>` in a `<label>` with its `.label` and its `.count`. It says what it
 * wants, on or off, so repeating it changes nothing.
 */
export class FilterToggleElement extends ViewElement {
  #hold = new Hold(() => this.redraw());

  begin() {
    partOf(this, "label", () => h("label", {}, h("input", { type: "checkbox", role: "switch" }),
      h("span", { class: "label", dir: "auto" }), " ", h("span", { class: "count" })));
    const { box } = partsOf(this);
    box.addEventListener("change", () => {
      this.#hold.keep("on", box.checked, this.send("set", { on: box.checked }));
      this.redraw();
    });
  }

  draw(view) {
    text(partsOf(this).label, this.getAttribute("label") ?? view.title ?? this.widget);
    showRow(this, { on: this.#hold.show("on", view.on), count: view.count });
  }
}
