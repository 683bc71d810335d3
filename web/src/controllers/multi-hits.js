// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { HitCards } from "../hit-cards.js";

/** The first records of several searchers, a section each. A section that failed shows its error; the others stay. */
export default class MultiHits {
  static isLong = true;

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
  const cards = new HitCards();
  const values = h("ul", { class: "section-values" });
  const element = h("section", { class: "hits-section" },
    h("header", { class: "section-head" }, title, count), failure, cards.element, values);
  element.parts = { title, count, failure, cards, values };
  return element;
}

function failureOf({ error }) {
  return [error?.message ?? "The search failed.", error?.remedy ?? ""].join(" ").trim();
}

function showSection(element, section) {
  const { title, count, failure, cards, values } = element.parts;
  text(title, section.title);
  attribute(element, "aria-label", section.title);
  attribute(cards.element, "aria-label", section.title);
  attribute(element, "data-phase", section.phase);
  attribute(element, "data-stale", section.stale === true);
  text(count, number(section.nbHits));
  attribute(failure, "hidden", section.phase !== "failed");
  text(failure, section.phase === "failed" ? failureOf(section) : "");
  cards.render(section.hits, section.template);
  keyed(values, section.values, {
    key: (item) => JSON.stringify(item.value),
    create: () => h("li", { dir: "auto" }),
    update: (row, item) => text(row, `${item.label} (${number(item.count)})`),
  });
  attribute(values, "hidden", section.values.length === 0);
}
