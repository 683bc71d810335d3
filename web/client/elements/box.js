// SPDX-License-Identifier: MIT

import { attribute } from "../dom.js";
import { TextField } from "../text-field.js";
import { ViewElement } from "./view-element.js";

/**
 * `<searchbus-box widget="box">`: the text of a `search-box`. Its `<input>` may be the page's own. Every change is sent at
 * once, while an answer is awaited the latest only; what others type in the same session appears unless the user types here.
 */
export class BoxElement extends ViewElement {
  #field;
  #searchesOnSubmit = false;
  #isDrawn = false;

  begin() {
    const present = this.querySelector("input");
    this.#field = new TextField({
      input: present,
      "aria-label": this.getAttribute("label") ?? "Search",
      post: (text) => this.send("set-query", text, { latest: true }),
      key: (event) => this.#key(event),
    });
    if (present === null) this.append(this.#field.input);
  }

  draw(view) {
    const { input } = this.#field;
    this.#searchesOnSubmit = view.mode === "search-on-submit";
    if (view.placeholder && !input.placeholder) attribute(input, "placeholder", view.placeholder);
    // What was typed into a page of a server's before this module was there.
    if (!this.#isDrawn && input.defaultValue !== input.value && input.value !== view.query) this.#field.enter(input.value);
    this.#isDrawn = true;
    this.#field.render(view);
  }

  #key(event) {
    if (event.key === "Enter" && this.#searchesOnSubmit) this.send("submit", { query: this.#field.value });
    if (event.key === "Escape" && this.#field.value !== "") {
      event.preventDefault();
      this.#field.empty();
    }
  }
}
