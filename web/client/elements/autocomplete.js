// SPDX-License-Identifier: MIT

import { attribute, h } from "../dom.js";
import { linkURL } from "../link.js";
import { entriesOf, OptionList } from "../option-list.js";
import { TextField, textInput } from "../text-field.js";
import { number } from "../words.js";
import { labelOf, partOf, ViewElement } from "./view-element.js";

let instances = 0;

/**
 * `<searchbus-autocomplete widget="finder">`: an `<input>`, which may be the page's own, and below it an `.autocomplete-popup` with what can
 * be chosen, in groups `.option-group` of an `.option-list`: an ARIA combobox whose focus stays in the field. Typing asks for
 * suggestions; Enter searches what is typed or chosen; Escape closes the list, and where it is closed empties the field, as a
 * `button.clear` of the page's does.
 */
export class AutocompleteElement extends ViewElement {
  #isOpen = false;
  #announced = "";
  #field;
  #options;
  #clear;
  #forget;
  #popup;

  begin() {
    const id = `searchbus-options-${(instances += 1)}-${Math.random().toString(36).slice(2, 6)}`;
    const input = partOf(this, "input", () => textInput({ "aria-label": this.getAttribute("label") ?? "Search" }));
    const label = input.getAttribute("aria-label") ?? this.getAttribute("label") ?? this.widget;
    this.#options = new OptionList({
      id, label: labelOf(this, "suggestions", "Suggestions for {field}").replace("{field}", label), choose: (entry) => this.#choose(entry),
      remove: ({ query }) => this.send("remove-recent", { query }), made: (name, part) => this.made(name, part),
      activated: (option) => attribute(input, "aria-activedescendant", option?.id ?? null), forget: labelOf(this, "forget-one", "Forget"),
    });
    this.#field = new TextField({ input, post: (words) => this.#typed(words), changed: () => this.#show(), key: (event) => this.#key(event) });
    this.#forget = h("button", { type: "button", class: "autocomplete-forget", on: { click: () => this.#forgetAll() } },
      labelOf(this, "forget", "Delete recent searches"));
    this.made("forget", this.#forget);
    this.#popup = h("div", { class: "autocomplete-popup", hidden: true }, this.#options.element, this.#forget);
    this.append(this.#popup);
    this.#clear = this.querySelector("button.clear");
    this.#clear?.addEventListener("click", () => this.#empty());
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-haspopup", "listbox"],
      ["aria-controls", id]]) attribute(input, name, value);
    this.#listen(input);
    this.#show();
  }

  draw(view) {
    if (view.placeholder) attribute(this.#field.input, "placeholder", view.placeholder);
    this.#field.render(view);
    this.#tell();
  }

  /** Searches words, as if they had been typed and submitted. */
  enter(words) {
    this.#search(words);
  }

  #listen(input) {
    // A list that opens with the page, before the person does anything, would be in the way.
    input.addEventListener("focus", () => { if (navigator.userActivation?.hasBeenActive !== false) this.#open(); });
    input.addEventListener("pointerdown", () => { if (this.#field.isFocused) this.#open(); });
    // The focus stays in the box while a pointer is in the list.
    this.#options.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.addEventListener("focusout", (event) => {
      if (!this.contains(event.relatedTarget)) this.#close();
    });
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.target === input || !this.#isOpen) return;
      event.stopPropagation();
      input.focus();
      this.#close();
    });
  }

  #typed(query) {
    this.#options.activate(null);
    this.#isOpen = true;
    return this.send("set-query", query, { latest: true });
  }

  // MARK: The list

  /** Draws the box and the list: recent searches for an empty text, otherwise suggestions. */
  #show() {
    if (this.#clear) attribute(this.#clear, "hidden", this.#field.value === "");
    if (this.view === undefined) return;
    const isEmpty = this.#field.value.trim() === "";
    const groups = entriesOf(this.view, { isEmpty, recent: labelOf(this, "recent", "Recent searches") });
    this.#options.render(groups);
    const isShown = this.#isOpen && groups.length > 0;
    attribute(this.#popup, "hidden", !isShown);
    attribute(this.#forget, "hidden", !(isEmpty && this.view.recent.length > 0));
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
    this.#announced = "";
    this.#show();
  }

  /** Says how many suggestions there are, once an answer to what is typed is here. */
  #tell() {
    if (!this.#isOpen || !this.contains(this.getRootNode().activeElement)) return;
    if (!["ready", "idle"].includes(this.view?.phase) || this.view.query !== this.#field.value) return;
    const count = this.#options.count;
    const words = count === 1 ? labelOf(this, "one", "1 suggestion") : count === 0 ? labelOf(this, "none", "No suggestions")
      : labelOf(this, "count", "{count} suggestions").replace("{count}", number(count));
    const announced = `${this.#field.value} ${words}`;
    if (announced === this.#announced || (count === 0 && this.#field.value === "")) return;
    this.#announced = announced;
    this.announce(words);
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
      ...(active?.kind === "recent" && event.shiftKey && { Delete: () => this.send("remove-recent", { query: active.query }) }),
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
      this.send("choose", chosen);
      this.#goTo(entry.url);
    } else {
      // A text that was to find a filter's value is not wanted besides.
      const query = entry.does === "filter" ? "" : entry.query;
      this.#field.enter(query, (words) => this.send("choose", { ...chosen, ...words }));
    }
    this.#close();
  }

  #goTo(address) {
    const url = linkURL(address);
    if (url === null) this.announce(labelOf(this, "no-address", "This entry has no address that can be opened."));
    else location.assign(url);
  }

  #search(query) {
    this.#field.enter(query, (words) => this.send("submit", words));
    this.#close();
  }

  #empty() {
    this.#field.empty(({ query: _, ...editor }) => this.send("clear", editor));
  }

  #forgetAll() {
    this.send("clear-recent");
    this.#field.input.focus();
  }
}
