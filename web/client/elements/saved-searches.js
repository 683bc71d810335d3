// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-saved-searches widget="saved">`: a `form` whose field names what is searched now, to keep it, and a `ul.searches` with a
 * button `.apply` for each name, and `.rename` and `.delete`. The present one is `aria-current`.
 */
export class SavedSearchesElement extends ViewElement {
  #field;
  #save;
  #list;
  #renamed = null;

  begin() {
    present(this, "group", "Saved searches");
    const name = labelOf(this, "name", "Name of this search");
    const form = partOf(this, "form", () => h("form", {},
      h("input", { maxlength: 64, dir: "auto", autocomplete: "off", "aria-label": name, placeholder: name }), " ", h("button", { type: "submit" })));
    form.addEventListener("submit", (event) => this.#submit(event));
    this.#field = form.querySelector("input");
    this.#save = form.querySelector("button");
    this.#list = partOf(this, ".searches", () => h("ul", { class: "searches" }));
    this.#list.replaceChildren();
  }

  draw({ items, canSave }) {
    keyed(this.#list, items, {
      key: ({ name }) => name,
      create: ({ name }) => this.#row(name),
      update: ({ firstChild: apply }, { current }) => attribute(apply, "aria-current", current ? "true" : null),
    });
    attribute(this.#list, "hidden", items.length === 0);
    text(this.#save, this.#renamed === null ? labelOf(this, "save", "Save") : labelOf(this, "rename", "Rename"));
    this.#save.disabled = !canSave && this.#renamed === null;
  }

  #row(name) {
    const button = (kind, words, act, label) => h("button", { type: "button", class: kind, "aria-label": label, dir: "auto", on: { click: act } }, words);
    const [rename, remove] = [labelOf(this, "rename", "Rename"), labelOf(this, "delete", "Delete")];
    const row = h("li", {},
      button("apply", name, () => this.send("apply", { name })), " ",
      button("rename", rename, () => this.#rename(name), `${rename} ${name}`), " ",
      button("delete", "×", () => this.#delete(name), `${remove} ${name}`));
    this.made("search", row);
    return row;
  }

  #submit(event) {
    event.preventDefault();
    const name = this.#field.value.trim();
    if (name === "") return this.#field.focus();
    if (this.#renamed === null) this.send("save", { name });
    else this.send("rename", { name: this.#renamed, to: name });
    this.announce(labelOf(this, "saved", "Saved as {name}").replace("{name}", name));
    return this.#stopRenaming();
  }

  /** The name goes into the field; saving gives it the new one. */
  #rename(name) {
    this.#renamed = name;
    this.#field.value = name;
    this.redraw();
    this.#field.focus();
    this.#field.select();
  }

  #delete(name) {
    this.send("delete", { name });
    if (this.#renamed === name) this.#stopRenaming();
    this.#field.focus();
  }

  #stopRenaming() {
    this.#renamed = null;
    this.#field.value = "";
    this.redraw();
  }
}
