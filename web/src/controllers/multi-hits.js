// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { hitCard, updateHitCard } from "../hit-card.js";
import { roving } from "../roving.js";

/** The first records of several searchers, a section each. A section that failed says so; the others stand. */
export default class MultiHits {
  constructor({ widget }) {
    this.element = h("div", { class: "multi-hits", role: "group", "aria-label": widget.title ?? "Results" });
  }

  render(view) {
    const sections = view.sections.filter((section) => section.listed);
    keyed(this.element, sections, {
      key: (section) => section.searcher,
      create: () => makeSection(),
      update: (element, section) => showSection(element, section),
    });
    attribute(this.element, "hidden", sections.length === 0);
  }
}

function makeSection() {
  const title = h("h2", { class: "section-title", dir: "auto" });
  const count = h("span", { class: "section-count" });
  const failure = h("p", { class: "banner is-failed", role: "alert", dir: "auto", hidden: true });
  const list = h("div", { class: "hits", role: "list" });
  const values = h("ul", { class: "section-values" });
  const element = h("section", { class: "hits-section" },
    h("header", { class: "section-head" }, title, count), failure, list, values);
  element.parts = { title, count, failure, list, values, settle: roving(list, ".hit") };
  return element;
}

function showSection(element, section) {
  const { title, count, failure, list, values, settle } = element.parts;
  text(title, section.title);
  attribute(element, "aria-label", section.title);
  attribute(list, "aria-label", section.title);
  attribute(element, "data-phase", section.phase);
  attribute(element, "data-stale", section.stale === true);
  text(count, number(section.nbHits));
  attribute(failure, "hidden", section.phase !== "failed");
  text(failure, section.phase === "failed" ? section.error?.message ?? "The search failed." : "");
  list.classList.toggle("is-list", section.template?.layout === "list");
  keyed(list, section.hits, {
    key: (hit) => hit.objectID,
    create: () => h("div", { role: "listitem", class: "hit-item" }, hitCard()),
    update: (item, hit, index) => updateHitCard(item.firstChild, hit, section.template ?? {}, index),
    recycle: true,
  });
  settle();
  keyed(values, section.values, {
    key: (item) => JSON.stringify(item.value),
    create: () => h("li", { dir: "auto" }),
    update: (row, item) => text(row, `${item.label} (${number(item.count)})`),
  });
  attribute(list, "hidden", section.hits.length === 0);
  attribute(values, "hidden", section.values.length === 0);
}
