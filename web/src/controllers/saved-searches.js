// SPDX-License-Identifier: MIT

import { button, iconButton } from "../buttons.js";
import { attribute, h, keyed, text } from "../dom.js";
import { panel } from "../panel.js";

/** Searches that are kept under names: a form to keep what is searched now, and each name to search by, rename and delete. */
export default class SavedSearches {
  #send;
  #announce;
  #field = h("input", { class: "saved-field", type: "text", maxlength: 64, dir: "auto", "aria-label": "Name of this search",
    placeholder: "Name of this search", autocomplete: "off" });
  #keep = h("button", { class: "button", type: "submit" }, "Save");
  #list = h("ul", { class: "saved-list" });
  #renamed = null;

  constructor({ widget, send, announce }) {
    this.#send = send;
    this.#announce = announce;
    const form = h("form", { class: "saved-form", on: { submit: (event) => this.#submit(event) } }, this.#field, this.#keep);
    this.element = panel(widget.title ?? "Saved searches", form, this.#list);
  }

  render(view) {
    keyed(this.#list, view.items, {
      key: (item) => item.name,
      create: (item) => this.#row(item.name),
      update: (row, item) => attribute(row.firstChild, "aria-current", item.current ? "true" : null),
    });
    attribute(this.#list, "hidden", view.items.length === 0);
    this.#keep.disabled = !view.canSave && this.#renamed === null;
  }

  #row(name) {
    const apply = h("button", { class: "saved-name", type: "button", dir: "auto",
      on: { click: () => this.#send("apply", { name }) } }, name);
    const rename = button("Rename", () => this.#rename(name), { kind: "saved-rename", "aria-label": `Rename ${name}` });
    const remove = iconButton("close", `Delete ${name}`, "delete", () => this.#delete(name));
    return h("li", { class: "saved-row" }, apply, rename, remove);
  }

  #submit(event) {
    event.preventDefault();
    const name = this.#field.value.trim();
    if (name === "") return this.#field.focus();
    if (this.#renamed === null) this.#send("save", { name });
    else this.#send("rename", { name: this.#renamed, to: name });
    this.#announce(`Saved as ${name}`);
    this.#stopRenaming();
    return undefined;
  }

  /** The name goes into the field; saving gives it the new one. */
  #rename(name) {
    this.#renamed = name;
    this.#field.value = name;
    text(this.#keep, "Rename");
    this.#keep.disabled = false;
    this.#field.focus();
    this.#field.select();
  }

  #delete(name) {
    if (this.#renamed === name) this.#stopRenaming();
    this.#send("delete", { name });
    this.#field.focus();
  }

  #stopRenaming() {
    this.#renamed = null;
    this.#field.value = "";
    text(this.#keep, "Save");
  }
}
