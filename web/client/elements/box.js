// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";
import { TextField } from "../text-field.js";
import { labelOf, partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-box widget="box">`: the text of a `search-box`. Its `<input>` may be the page's own. Every change is sent at
 * once, while an answer is awaited the latest only; what others type in the same session appears unless the user types here.
 * Enter, and where the text waits for it a `button.submit`, searches it; Escape, and a `button.clear` of the page's, empties it.
 */
export class BoxElement extends ViewElement {
  #field;
  #clear;
  #submit;
  #hasOwnPlaceholder;
  #searchesOnSubmit = false;
  #isDrawn = false;

  begin() {
    const present = this.querySelector("input");
    this.#field = new TextField({
      input: present,
      "aria-label": this.getAttribute("label") ?? "Search",
      post: (text) => this.send("set-query", text, { latest: true }),
      changed: () => this.#changed(),
      key: (event) => this.#key(event),
    });
    if (present === null) this.append(this.#field.input);
    this.#hasOwnPlaceholder = this.#field.input.placeholder !== "";
    this.#clear = this.querySelector("button.clear");
    this.#clear?.addEventListener("click", () => this.#field.empty());
    this.#submit = partOf(this, "button.submit", () => h("button", { type: "button", class: "submit" }, labelOf(this, "submit", "Search")));
    this.#submit.addEventListener("click", () => this.#search());
    attribute(this.#submit, "hidden", true);
    this.#changed();
  }

  draw(view) {
    const { input } = this.#field;
    this.#searchesOnSubmit = view.mode === "search-on-submit";
    attribute(this.#submit, "hidden", !this.#searchesOnSubmit);
    if (!this.#hasOwnPlaceholder) attribute(input, "placeholder", view.placeholder);
    // What was typed into a page of a server's before this module was there.
    if (!this.#isDrawn && input.defaultValue !== input.value && input.value !== view.query) this.#field.enter(input.value);
    this.#field.render(view);
    // A user who has the focus elsewhere keeps it.
    if (!this.#isDrawn && view.autofocus === true && document.activeElement === document.body) input.focus();
    this.#isDrawn = true;
  }

  /** Searches words that a person has said, as if they had been typed and submitted. */
  enter(words) {
    this.#field.enter(words);
    if (this.#searchesOnSubmit) this.#search();
    this.#field.input.focus();
  }

  #changed() {
    if (this.#clear) attribute(this.#clear, "hidden", this.#field.value === "");
  }

  #key(event) {
    if (event.key === "Enter") this.#search();
    if (event.key === "Escape" && this.#field.value !== "") {
      event.preventDefault();
      this.#field.empty();
    }
  }

  #search() {
    this.send("submit", { query: this.#field.value });
  }
}
