// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";
import { icon } from "../icons.js";
import { TextField } from "../../client/text-field.js";
import { Voice } from "../voice.js";

/** The box people type in; while an answer is awaited only the latest text waits. See `text-field.js`. */
export default class SearchBox {
  #send;
  #isDrawn = false;
  #searchesOnSubmit = false;
  #field;
  #voice = new Voice({ heard: (words) => this.#heard(words) });
  #submit = h("button", { type: "button", class: "button box-submit", hidden: true, on: { click: () => this.#search() } }, "Search");
  #clear = h("button", {
    type: "button", class: "icon-button box-clear", "aria-label": "Clear the search", hidden: true,
    on: { click: () => this.#field.empty() },
  }, icon("close"));

  constructor({ widget, send }) {
    this.#send = send;
    const placeholder = widget.parameters?.placeholder ?? "Search";
    this.#field = new TextField({
      class: "box-input", id: `box-${widget.name}`, name: widget.name, "aria-label": widget.title ?? placeholder,
      placeholder, data: { searchBox: "" },
      post: (text) => send("set-query", text, { latest: true }),
      changed: () => this.#changed(),
      key: (event) => this.#key(event),
    });
    this.element = h("search", { class: "search-box" },
      icon("search"), this.#field.input, this.#clear,
      h("kbd", { class: "box-key", title: "Press / to search", "aria-hidden": "true" }, "/"),
      // What can be pressed stays where it is when the focus comes, between the press and its end too.
      this.#voice.button, this.#submit, this.#voice.note);
  }

  render(view) {
    if (view.placeholder) attribute(this.#field.input, "placeholder", view.placeholder);
    this.#searchesOnSubmit = view.mode === "search-on-submit";
    attribute(this.#submit, "hidden", !this.#searchesOnSubmit);
    this.#voice.render(view.voice);
    this.#field.render(view);
    // A user who has the focus elsewhere keeps it.
    if (!this.#isDrawn && view.autofocus === true && document.activeElement === document.body) this.#field.input.focus();
    this.#isDrawn = true;
  }

  disconnect() {
    this.#voice.stop();
  }

  #changed() {
    attribute(this.#clear, "hidden", this.#field.value === "");
  }

  #key(event) {
    this.#voice.quiet();
    if (event.key === "Enter") {
      this.#search();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.#field.value !== "") this.#field.empty();
    }
  }

  #search() {
    this.#send("submit", { query: this.#field.value });
  }

  /** What was said is searched as what is typed and submitted. */
  #heard(words) {
    this.#field.enter(words);
    if (this.#searchesOnSubmit) this.#search();
    this.#field.input.focus();
  }
}
