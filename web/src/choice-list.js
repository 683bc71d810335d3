// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "./dom.js";
import { made } from "./drawn.js";
import { Hold } from "../client/hold.js";
import { partsOf, showRow, showValue, valueRow } from "../client/value-row.js";
import { roving } from "./roving.js";

let lists = 0;

/**
 * Choices of which one holds (native radio buttons) or several (native check boxes), so keys and screen readers know them.
 *
 * A choice is `{ key, label, selected, count?, highlighted? }`; `draw(element, choice)` draws labels that are not text.
 * `choose(choice, on)` returns the promise of an intent; the choice stays on the screen until it has taken effect.
 */
export class ChoiceList {
  #name = `choices-${++lists}`;
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
    this.#list = h("ul", { class: `values ${kind}`.trim() });
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
    const row = valueRow(this.#multiple ? { type: "checkbox" } : { type: "radio", name: this.#name });
    made("value", row);
    const { box } = partsOf(row);
    box.addEventListener("change", () => this.#chosen(row.choice, box.checked));
    return row;
  }

  #update(row, choice, on) {
    const { label, count } = partsOf(row);
    row.choice = choice;
    showRow(row, { on, count: choice.count });
    if (this.#draw) this.#draw(label, choice);
    else showValue(label, choice.label, choice.highlighted);
    attribute(count, "hidden", choice.count === undefined);
  }

  #chosen(choice, on) {
    const sent = this.#choose(choice, on);
    if (this.#multiple) this.#hold.keep(choice.key, on, sent);
    else this.#hold.keep("one", choice.key, sent);
    this.render(this.#choices);
  }
}
