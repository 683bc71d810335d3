// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, h } from "../dom.js";
import { icon } from "../icons.js";
import { TextOwnership } from "../text-ownership.js";

const echoPatience = 1_500;

/**
 * The box people type in. Every change is sent at once (no timer decides for the person), except while an input method
 * composes a character; while an answer is awaited only the latest text waits. Who owns the text: `text-ownership.js`.
 */
export default class SearchBox {
  #send;
  #view = null;
  #composing = false;
  // Each box is a client of its own: one that is made anew knows nothing of the edits of the one before.
  #ownership = new TextOwnership(`c-${Math.random().toString(36).slice(2, 10)}`);
  #input;
  #clear;

  constructor({ widget, send }) {
    this.#send = send;
    const label = widget.title ?? widget.parameters?.placeholder ?? "Search";
    this.#input = h("input", {
      type: "search", class: "box-input", id: `box-${widget.name}`, name: widget.name, "aria-label": label,
      dir: "auto",
      placeholder: widget.parameters?.placeholder ?? "Search", maxlength: 512, data: { searchBox: "" },
      autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "search",
      on: {
        input: () => this.#typed(),
        keydown: (event) => this.#key(event),
        compositionstart: () => { this.#composing = true; },
        compositionend: () => { this.#composing = false; this.#typed(); },
        blur: () => { if (this.#view) this.render(this.#view); },
      },
    });
    this.#clear = h("button", {
      type: "button", class: "icon-button box-clear", "aria-label": "Clear the search", hidden: true,
      on: { click: () => this.#empty() },
    }, icon("close"));
    this.element = h("search", { class: "search-box" },
      icon("search"), this.#input, this.#clear,
      h("kbd", { class: "box-key", title: "Press / to search", "aria-hidden": "true" }, "/"));
  }

  render(view) {
    this.#view = view;
    if (view.placeholder) attribute(this.#input, "placeholder", view.placeholder);
    const focused = document.activeElement === this.#input;
    if (this.#ownership.takesOver(view, { focused, composing: this.#composing })) this.#write(view.query ?? "");
    this.#showClear();
  }

  #typed() {
    this.#showClear();
    if (this.#composing) return;
    const stamp = this.#ownership.changed();
    this.#send("set-query", { query: this.#input.value, ...stamp }, { latest: true }).then(
      () => setTimeout(() => this.#settle(stamp.edit), echoPatience),
      () => this.#settle(stamp.edit),
    );
  }

  #settle(edit) {
    if (this.#ownership.settled(edit) && this.#view) this.render(this.#view);
  }

  #key(event) {
    if (this.#composing || event.isComposing) return;
    if (event.key === "Enter") {
      this.#send("submit", { query: this.#input.value });
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.#input.value !== "") this.#empty();
    }
  }

  #empty() {
    this.#input.value = "";
    this.#typed();
    this.#input.focus();
  }

  /** Writes another client's text, leaving the caret where it was as far as the new text reaches. */
  #write(value) {
    if (this.#input.value === value) return;
    const caret = this.#input.selectionStart;
    this.#input.value = value;
    if (document.activeElement === this.#input) this.#input.setSelectionRange(caret, caret);
  }

  #showClear() {
    attribute(this.#clear, "hidden", this.#input.value === "");
  }
}
