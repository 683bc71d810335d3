// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "./dom.js";
import { number } from "./format.js";
import { Hold } from "../client/hold.js";
import { roving } from "./roving.js";
import { showValue } from "./value-label.js";

let made = 0;

/**
 * Choices of which one holds (native radio buttons) or several (native check boxes), so keys and screen readers know them.
 *
 * A choice is `{ key, label, selected, count?, highlighted? }`; `draw(element, choice)` draws labels that are not text.
 * `choose(choice, on)` returns the promise of an intent; the choice stays on the screen until it has taken effect.
 */
export class ChoiceList {
  #name = `choices-${++made}`;
  #multiple;
  #choose;
  #draw;
  #choices = [];
  #hold = new Hold(() => this.render(this.#choices));
  #list;
  #settle;

  constructor({ label, choose, multiple = false, kind = "", draw = null }) {
    this.#multiple = multiple;
    this.#choose = choose;
    this.#draw = draw;
    this.#list = h("ul", { class: `facet-list ${kind}`.trim() });
    this.element = h("div", { role: multiple ? "group" : "radiogroup", "aria-label": label }, this.#list);
    // Arrows move and choose among radio buttons by themselves.
    this.#settle = multiple ? roving(this.#list, "input", { described: this.element }) : () => {};
  }

  render(choices) {
    this.#choices = choices;
    const one = this.#multiple ? null : this.#hold.show("one", choices.find((choice) => choice.selected)?.key ?? null);
    keyed(this.#list, choices, {
      key: (choice) => choice.key,
      create: () => this.#row(),
      update: (row, choice) => this.#update(row, choice,
        this.#multiple ? this.#hold.show(choice.key, choice.selected) : choice.key === one),
    });
    this.#settle();
  }

  /** Takes every choice away, by a control beside the list. */
  clear(sent) {
    this.#hold.keep("one", null, sent);
    this.render(this.#choices);
  }

  #row() {
    const change = () => this.#chosen(row.choice, box.checked);
    const box = h("input", {
      type: this.#multiple ? "checkbox" : "radio", name: this.#multiple ? null : this.#name,
      class: this.#multiple ? "facet-box" : "facet-box is-round", on: { change },
    });
    const label = h("span", { class: "facet-label", dir: "auto" });
    const count = h("span", { class: "facet-count" });
    const unit = h("span", { class: "visually-hidden" });
    const row = h("li", {}, h("label", { class: "facet" }, box, label, count, unit));
    row.parts = { box, label, count, unit };
    return row;
  }

  #update(row, choice, on) {
    const { box, label, count, unit } = row.parts;
    row.choice = choice;
    if (box.checked !== on) box.checked = on;
    row.classList.toggle("is-selected", on);
    row.classList.toggle("is-empty", choice.count === 0);
    if (this.#draw) this.#draw(label, choice);
    else showValue(label, choice.label, choice.highlighted);
    const known = choice.count !== null && choice.count !== undefined;
    attribute(count, "hidden", choice.count === undefined);
    text(count, known ? number(choice.count) : "");
    text(unit, known ? (choice.count === 1 ? " result" : " results") : "");
  }

  #chosen(choice, on) {
    const sent = this.#choose(choice, on);
    if (this.#multiple) this.#hold.keep(choice.key, on, sent);
    else this.#hold.keep("one", choice.key, sent);
    this.render(this.#choices);
  }
}
