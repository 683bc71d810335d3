// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";
import { number } from "../format.js";
import { icon } from "../icons.js";
import { linkURL } from "../../client/link.js";
import { entriesOf, OptionList } from "../option-list.js";
import { TextField } from "../../client/text-field.js";
import { Voice } from "../voice.js";

/**
 * A box to type in with a list to choose from below it: an ARIA combobox whose focus stays in the box. Typing asks for
 * suggestions; Enter searches what is typed or chosen; Escape closes the list, and where it is closed empties the box.
 */
export default class Autocomplete {
  #send;
  #announce;
  #view = null;
  #isOpen = false;
  #told = "";
  #field;
  #options;
  #voice = new Voice({ heard: (words) => this.#search(words) });
  #forget = h("button", {
    type: "button", class: "link-button autocomplete-forget", on: { click: () => this.#forgetAll() },
  }, "Delete recent searches");
  #clear = h("button", {
    type: "button", class: "icon-button", "aria-label": "Clear the search", hidden: true,
    on: { click: () => this.#empty() },
  }, icon("close"));
  #popup;

  constructor({ widget, send, announce }) {
    this.#send = send;
    this.#announce = announce;
    const id = `autocomplete-${widget.name}-${(instances += 1)}`;
    const placeholder = widget.parameters?.placeholder ?? "Search";
    const label = widget.title ?? placeholder;
    this.#options = new OptionList({
      id: `${id}-list`, label: `Suggestions for ${label}`, choose: (entry) => this.#choose(entry),
      remove: (entry) => this.#removeRecent(entry),
      activated: (option) => attribute(this.#field.input, "aria-activedescendant", option?.id ?? null),
    });
    this.#field = new TextField({
      class: "box-input", id, name: widget.name, "aria-label": label, placeholder, data: { searchBox: "" },
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-haspopup": "listbox",
      "aria-controls": `${id}-list`, "aria-describedby": `${id}-hint`,
      post: (text) => this.#typed(text), changed: () => this.#show(), key: (event) => this.#key(event),
    });
    this.#popup = h("div", { class: "autocomplete-popup", hidden: true }, this.#options.element, this.#forget);
    this.element = h("search", { class: "autocomplete" },
      h("div", { class: "search-box" }, icon("search"), this.#field.input, this.#clear, this.#voice.button, this.#voice.note),
      h("span", { class: "visually-hidden", id: `${id}-hint` },
        "Arrow keys go through the suggestions. Shift and Delete remove a recent search."),
      this.#popup);
    this.#listen();
  }

  render(view) {
    this.#view = view;
    if (view.placeholder) attribute(this.#field.input, "placeholder", view.placeholder);
    this.#voice.render(view.voice);
    this.#field.render(view);
    this.#tell();
  }

  disconnect() {
    this.#voice.stop();
  }

  #listen() {
    const { input } = this.#field;
    // A list that opens with the page, before the person does anything, would be in the way.
    input.addEventListener("focus", () => { if (navigator.userActivation?.hasBeenActive !== false) this.#open(); });
    input.addEventListener("pointerdown", () => { if (this.#field.isFocused) this.#open(); });
    // The focus stays in the box while a pointer is in the list.
    this.#options.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.#close();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.target === input || !this.#isOpen) return;
      event.stopPropagation();
      input.focus();
      this.#close();
    });
  }

  #typed(text) {
    this.#voice.quiet();
    this.#options.activate(null);
    this.#isOpen = true;
    return this.#send("set-query", text, { latest: true });
  }

  // MARK: The list

  /** Draws the box and the list: recent searches for an empty text, otherwise suggestions. */
  #show() {
    attribute(this.#clear, "hidden", this.#field.value === "");
    if (this.#view === null) return;
    const isEmpty = this.#field.value.trim() === "";
    const groups = entriesOf(this.#view, { isEmpty });
    this.#options.render(groups);
    const hasAny = groups.length > 0;
    const isShown = this.#isOpen && hasAny;
    attribute(this.#popup, "hidden", !isShown);
    attribute(this.#forget, "hidden", !(isEmpty && this.#view.recent.length > 0));
    attribute(this.#field.input, "aria-expanded", isShown ? "true" : "false");
    if (!isShown) this.#options.activate(null);
  }

  #open() {
    this.#isOpen = true;
    this.#show();
    this.#tell();
  }

  #close() {
    this.#isOpen = false;
    this.#told = "";
    this.#show();
  }

  /** Says how many suggestions there are, once an answer to what is typed is here. */
  #tell() {
    if (!this.#isOpen || !this.element.contains(document.activeElement)) return;
    if (!["ready", "idle"].includes(this.#view?.phase) || this.#view.query !== this.#field.value) return;
    const count = this.#options.count;
    const words = count === 1 ? "1 suggestion" : `${count === 0 ? "No" : number(count)} suggestions`;
    const told = `${this.#field.value} ${words}`;
    if (told === this.#told || (count === 0 && this.#field.value === "")) return;
    this.#told = told;
    this.#announce(words);
  }

  // MARK: Keys

  #key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const isShown = !this.#popup.hidden;
    // With nothing to open the page has the key: it leads to the results.
    if (event.key === "ArrowDown" && !isShown && this.#options.count === 0) return;
    const active = this.#options.active;
    const acts = {
      ArrowDown: () => this.#step(isShown, event.altKey, 1),
      ArrowUp: () => this.#step(isShown, event.altKey, -1),
      Enter: () => (active ? this.#choose(active) : this.#search(this.#field.value)),
      Escape: () => this.#escape(isShown),
      // Without an active option these keys are those of the text.
      ...(active && { Home: () => this.#options.goTo(0), End: () => this.#options.goTo(-1) }),
      ...(active?.kind === "recent" && event.shiftKey && { Delete: () => this.#removeRecent(active) }),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  #step(isShown, isAlt, step) {
    if (isShown && isAlt && step < 0) {
      this.#close();
      return;
    }
    this.#open();
    if (!isAlt) this.#options.step(step);
  }

  #escape(isShown) {
    if (isShown) this.#close();
    else if (this.#field.value !== "") this.#empty();
  }

  // MARK: What is searched

  #choose(entry) {
    if (entry.kind === "recent") {
      this.#search(entry.query);
      return;
    }
    const chosen = { section: entry.section, ...(entry.kind === "value" ? { value: entry.value } : { objectID: entry.objectID }) };
    if (entry.does === "url") {
      this.#send("choose", chosen);
      this.#goTo(entry.url);
    } else {
      // A text that was to find a filter's value is not wanted besides.
      const query = entry.does === "filter" ? "" : entry.query;
      this.#field.enter(query, (text) => this.#send("choose", { ...chosen, ...text }));
    }
    this.#close();
  }

  #goTo(address) {
    const url = linkURL(address);
    if (url === null) this.#announce("This entry has no address that can be opened.");
    else location.assign(url);
  }

  #search(query) {
    this.#field.enter(query, (text) => this.#send("submit", text));
    this.#close();
  }

  #empty() {
    this.#field.empty(({ query: _, ...editor }) => this.#send("clear", editor));
  }

  #removeRecent({ query }) {
    this.#send("remove-recent", { query });
  }

  #forgetAll() {
    this.#send("clear-recent");
    this.#field.input.focus();
  }
}

let instances = 0;
