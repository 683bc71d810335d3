// SPDX-License-Identifier: MIT

import { ChoiceList } from "../choice-list.js";
import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { Hold } from "../../client/hold.js";
import { panel } from "../panel.js";
import { ValueSearch } from "../value-search.js";

/** Facet values of which one holds: a list of radio buttons, or a box to choose from. */
export default class Menu {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #list;
  #box;
  #buttons;
  #search;
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#any() } }, "Any");
  #more = h("button", { class: "link-button", type: "button", hidden: true, on: { click: () => this.#showMore() } });
  #empty = h("p", { class: "panel-note", hidden: true }, "No values for these results.");

  constructor({ widget, send, announce }) {
    this.#send = send;
    const title = widget.title ?? widget.name;
    this.#list = new ChoiceList({ label: title, choose: (choice) => send("select", { value: choice.value }) });
    this.#box = h("select", {
      class: "menu-box", "aria-label": title, hidden: true, on: { change: () => this.#choose(this.#box.value) },
    });
    this.#buttons = h("div", { class: "choice-buttons" }, this.#more, this.#clear);
    const values = h("div", {}, this.#list.element, this.#box, this.#empty);
    this.#search = new ValueSearch({ title, list: values, send, announce });
    this.element = panel(title, this.#search.element, values, this.#buttons);
  }

  render(view) {
    this.#view = view;
    const isBox = view.display === "select";
    const choices = view.items.map((item) => ({ ...item, key: JSON.stringify(item.value) }));
    text(this.element.heading, view.title);
    attribute(this.#list.element, "hidden", isBox || choices.length === 0);
    attribute(this.#box, "hidden", !isBox);
    const searched = this.#search.render(view);
    attribute(this.#empty, "hidden", isBox || choices.length > 0);
    text(this.#empty, searched === "" ? "No values for these results." : `No value matches “${searched}”.`);
    if (isBox) this.#drawBox(choices);
    else this.#list.render(choices);
    attribute(this.#buttons, "hidden", isBox && !view.canShowMore && !view.showingMore);
    this.#clear.classList.toggle("is-unseen", isBox || view.selected === null);
    attribute(this.#more, "hidden", !view.canShowMore && !view.showingMore);
    attribute(this.#more, "aria-expanded", view.showingMore ? "true" : "false");
    text(this.#more, view.showingMore ? "Show fewer" : "Show more");
  }

  #drawBox(choices) {
    const chosen = this.#hold.show("value", this.#view.selected === null ? "" : JSON.stringify(this.#view.selected));
    keyed(this.#box, [{ key: "" }, ...choices], {
      key: (choice) => choice.key,
      create: (choice) => h("option", { value: choice.key, dir: "auto" }),
      update: (option, choice) => text(option, choice.key === "" ? "All" : `${choice.label} (${number(choice.count)})`),
    });
    if (this.#box.value !== chosen) this.#box.value = chosen;
  }

  #choose(key) {
    this.#hold.keep("value", key, this.#send("select", { value: key === "" ? null : JSON.parse(key) }));
    this.render(this.#view);
  }

  #any() {
    this.#list.clear(this.#send("clear"));
  }

  #showMore() {
    this.#send("show-more", { on: !this.#view.showingMore });
  }
}
