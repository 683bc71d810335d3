// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "./dom.js";
import { Hold } from "./hold.js";
import { roving } from "./roving.js";
import { partsOf, showRow, showValue, valueRow } from "./value-row.js";

/**
 * Choices of which one holds (native radio buttons) or several (native check boxes), so keys and screen readers know them.
 *
 * A choice is `{ key, label, selected, count?, highlighted? }`; `draw(element, choice)` draws labels that are not text.
 * `choose(choice, on)` returns the promise of an intent; the choice stays on the screen until it has taken effect. `made` gets each
 * row as "value". A `list` may be the page's.
 */
export class ChoiceList {
  // Radio buttons of one name are one group, also those of another copy of this module.
  #name = `choices-${Math.random().toString(36).slice(2, 10)}`;
  #multiple;
  #choose;
  #draw;
  #made;
  #choices = [];
  #hold = new Hold(() => this.render(this.#choices));
  #list;
  #settle;

  constructor({ label = null, choose, multiple = false, kind = "", draw = null, made = () => {}, list = null }) {
    this.#multiple = multiple;
    this.#choose = choose;
    this.#draw = draw;
    this.#made = made;
    this.#list = list ?? h("ul", { class: `values ${kind}`.trim() });
    this.#list.replaceChildren();
    const place = this.#list.parentElement;
    this.element = h("div", { role: multiple ? "group" : "radiogroup", "aria-label": label });
    place?.insertBefore(this.element, this.#list);
    this.element.append(this.#list);
    // Arrows move and choose among radio buttons by themselves.
    this.#settle = multiple ? roving(this.#list, "input") : () => {};
  }

  /** Puts the focus on what is chosen, or the first choice. */
  focus() {
    const boxes = [...this.#list.querySelectorAll("input")];
    (boxes.find((box) => box.checked) ?? boxes[0])?.focus();
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
    this.#made("value", row);
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
