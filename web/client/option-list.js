// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "./dom.js";
import { titleAttribute } from "./default-hit.js";
import { showHighlighted } from "./highlight.js";
import { valueAt } from "./hit-template.js";
import { number } from "./words.js";

/**
 * The groups of entries that a view of suggestions has: `[{ key, title, failure?, entries }]`, each with something in it or
 * with what its search failed for.
 *
 * An entry is `{ key, kind, spans, place, … }`: `kind` is `recent`, `hit` or `value`, `spans` its text with what matches
 * marked; of the others, what choosing it needs. Pure.
 */
export function entriesOf(view, { isEmpty, recent: title = "Recent searches" }) {
  const recent = isEmpty ? view.recent.map((query) => ({ key: `recent ${query}`, kind: "recent", query, spans: [[query, false]] })) : [];
  // What was found for the text before is of no use to an empty box.
  const found = isEmpty && view.query !== "" ? [] : view.sections;
  const groups = found.filter((section) => section.listed).map((section) => ({
    key: `section ${section.searcher}`, title: section.title,
    failure: section.phase === "failed" ? section.error?.message ?? "The search failed." : "",
    entries: [...section.hits.map((hit) => entryOfHit(hit, section)), ...section.values.map((item) => entryOfValue(item, section))],
  }));
  return [{ key: "recent", title, entries: recent }, ...groups]
    .filter(({ entries, failure }) => entries.length > 0 || failure);
}

function entryOfHit(hit, { searcher, template, choose }) {
  const spans = spansOf(hit, template?.title) ?? spansOf(hit, choose.does === "url" ? null : choose.attribute)
    ?? spansOf(hit, titleAttribute(hit)) ?? [[hit.objectID, false]];
  const value = at(hit, choose.attribute);
  const name = spans.map(([part]) => part).join("");
  return {
    key: `hit ${searcher} ${hit.objectID}`, kind: "hit", section: searcher, objectID: hit.objectID, does: choose.does, spans,
    place: textOf(at(hit, template?.subtitle)),
    query: choose.does === "query" ? textOf(value) ?? name : undefined, url: choose.does === "url" ? value : undefined,
  };
}

function entryOfValue(item, { searcher, choose }) {
  return {
    key: `value ${searcher} ${JSON.stringify(item.value)}`, kind: "value", section: searcher, value: item.value, does: choose.does,
    spans: item.highlighted ?? [[String(item.label), false]], place: number(item.count),
    query: typeof item.value === "string" ? item.value : String(item.label),
  };
}

function spansOf(hit, name) {
  const spans = name ? hit.highlights?.[name] : null;
  // Invalid highlights mark nothing: the searcher may be a third-party program.
  if (Array.isArray(spans) && spans.every((span) => Array.isArray(span) && typeof span[0] === "string")) return spans;
  const plain = textOf(at(hit, name));
  return plain === null ? null : [[plain, false]];
}

function at(hit, name) {
  return name ? valueAt(hit, name) : undefined;
}

function textOf(value) {
  return ["string", "number"].includes(typeof value) && value !== "" ? String(value) : null;
}

/**
 * Groups of options of which one is active while the focus stays elsewhere (`aria-activedescendant`): a listbox.
 *
 * `choose(entry)` and `remove(entry)` are called for what a pointer does; `activated(option)` with the option that is active
 * from now on, or null. `made` gets each "option" and "option-remove".
 */
export class OptionList {
  #id;
  #choose;
  #remove;
  #activated;
  #made;
  #forget;
  #groups = [];
  #active = null;
  #count = 0;

  constructor({ id, label, choose, remove, activated, made = () => {}, forget = "Forget" }) {
    this.#id = id;
    this.#choose = choose;
    this.#remove = remove;
    this.#activated = activated;
    this.#made = made;
    this.#forget = forget;
    this.element = h("div", { class: "option-list", id, role: "listbox", "aria-label": label });
  }

  /** How many options there are. */
  get count() {
    return this.#entries.length;
  }

  /** The entry that is active, or null. */
  get active() {
    return this.#entries.find(({ key }) => key === this.#active) ?? null;
  }

  render(groups) {
    this.#groups = groups;
    keyed(this.element, groups, {
      key: (group) => group.key,
      create: () => this.#group(),
      update: (element, group) => this.#updateGroup(element, group),
    });
    if (this.#active !== null && this.active === null) this.activate(null);
  }

  /** Makes an entry the active one, by its key; null for none. */
  activate(key) {
    this.#active = key;
    let chosen = null;
    for (const option of this.#options) {
      const isActive = key !== null && option.entry.key === key;
      attribute(option, "aria-selected", isActive ? "true" : "false");
      if (isActive) chosen = option;
    }
    chosen?.scrollIntoView({ block: "nearest" });
    this.#activated(chosen);
  }

  /** Goes one entry on or back; past an end it begins at the other. */
  step(step) {
    const entries = this.#entries;
    if (entries.length === 0) return;
    const at = entries.findIndex(({ key }) => key === this.#active);
    const from = at < 0 && step < 0 ? 0 : at;
    this.activate(entries[(from + step + entries.length) % entries.length].key);
  }

  /** Goes to the entry at a place; from the end where it is negative. */
  goTo(place) {
    const entry = this.#entries.at(place);
    if (entry) this.activate(entry.key);
  }

  get #entries() {
    return this.#groups.flatMap(({ entries }) => entries);
  }

  get #options() {
    return [...this.element.querySelectorAll("[role=option]")];
  }

  #nextID() {
    this.#count += 1;
    return `${this.#id}-${this.#count}`;
  }

  #group() {
    const title = h("div", { class: "option-title", id: this.#nextID(), role: "presentation", dir: "auto" });
    const failure = h("div", { class: "option-failure", role: "presentation", dir: "auto", hidden: true });
    const options = h("div", { role: "presentation" });
    const element = h("div", { class: "option-group", role: "group", "aria-labelledby": title.id }, title, failure, options);
    element.parts = { title, failure, options };
    return element;
  }

  #updateGroup({ parts }, group) {
    text(parts.title, group.title);
    text(parts.failure, group.failure ?? "");
    attribute(parts.failure, "hidden", !group.failure);
    keyed(parts.options, group.entries, {
      key: (entry) => entry.key,
      create: (entry) => this.#row(entry),
      update: (row, entry) => this.#updateRow(row, entry),
    });
  }

  #row({ kind, does }) {
    const label = h("span", { class: "option-label", dir: "auto" });
    const place = h("span", { class: "option-place", dir: "auto" });
    const option = h("div", {
      class: "option", role: "option", id: this.#nextID(), "aria-selected": "false",
      on: { click: () => this.#choose(option.entry), pointermove: () => this.#point(option) },
      data: { kind, does: does ?? "query" },
    }, label, " ", place);
    // A listbox holds options alone: keys and people who listen have Shift and Delete.
    const remove = h("button", {
      type: "button", class: "option-remove", tabindex: "-1", "aria-hidden": "true", title: this.#forget,
      on: { click: () => this.#remove(option.entry) },
    }, "×");
    this.#made("option", option);
    this.#made("option-remove", remove);
    const row = h("div", { class: "option-row", role: "presentation" }, option, remove);
    row.parts = { option, label, place, remove };
    return row;
  }

  #updateRow({ parts }, entry) {
    const { option, label, place, remove } = parts;
    option.entry = entry;
    attribute(option, "aria-selected", entry.key === this.#active ? "true" : "false");
    showHighlighted(label, entry.spans);
    text(place, entry.place ?? "");
    attribute(remove, "hidden", entry.kind !== "recent");
  }

  #point(option) {
    if (option.entry.key !== this.#active) this.activate(option.entry.key);
  }
}
