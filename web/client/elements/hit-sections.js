// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../words.js";
import { HitList } from "./hit-list.js";
import { AnyButton, showEmpty } from "./list-parts.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-multi-hits widget="sections">`: a `section.results` for each searcher, with an `<h2>`, a `.count`, an `ol.hits` and a `ul.values`.
 * A `<template data-searcher="films">` draws the hits of that searcher. A section that failed says why in a `p.failure`.
 */
export class MultiHitsElement extends ViewElement {
  begin() {
    present(this, "group", "Results");
  }

  draw({ sections }) {
    const listed = sections.filter((section) => section.listed);
    keyed(this, listed, {
      key: ({ searcher }) => searcher,
      create: ({ searcher }) => this.#section(searcher),
      update: (element, section) => showSection(element, section),
    });
    showEmpty(this, listed.length === 0);
  }

  #section(searcher) {
    const parts = {
      title: h("h2", { dir: "auto" }), count: h("span", { class: "count" }), failure: h("p", { class: "failure", role: "alert", dir: "auto" }),
      hits: h("ol", { class: "hits" }), values: h("ul", { class: "values" }),
    };
    const element = h("section", { class: "results", data: { searcher } }, ...Object.values(parts));
    element.parts = parts;
    element.list = new HitList(this, parts.hits, this.querySelector(`:scope > template[data-searcher="${CSS.escape(searcher)}"]`));
    return element;
  }
}

function showSection({ parts, list }, section) {
  text(parts.title, section.title);
  text(parts.count, number(section.nbHits));
  const failure = section.phase === "failed" ? [section.error?.message ?? "The search failed.", section.error?.remedy].filter(Boolean).join(" ") : "";
  text(parts.failure, failure);
  attribute(parts.failure, "hidden", failure === "");
  list.draw(section.hits, section.template);
  attribute(parts.hits, "hidden", section.hits.length === 0);
  keyed(parts.values, section.values, {
    key: ({ value }) => JSON.stringify(value),
    create: () => h("li", { class: "value", dir: "auto" }),
    update: (row, { label, count }) => text(row, `${label} (${number(count)})`),
  });
  attribute(parts.values, "hidden", section.values.length === 0);
}

/**
 * `<searchbus-related-items widget="related">`: an `ol.hits` of records like the one that is looked at, drawn by a `<template>`, and a
 * `button.close`. Hidden while there is no such record. A child with `data-when="empty"` is shown while there are none like it.
 */
export class RelatedItemsElement extends ViewElement {
  #list;
  #hits;

  begin() {
    this.#list = partOf(this, ":scope > .hits", () => h("ol", { class: "hits" }));
    this.#hits = new HitList(this, this.#list, this.querySelector(":scope > template"));
    const close = partOf(this, "button.close", () => h("button", { type: "button", class: "close" }, labelOf(this, "close", "Close")));
    close.addEventListener("click", () => this.send("clear"));
  }

  draw(view) {
    present(this, "region", view.title ?? this.widget);
    attribute(this, "hidden", view.objectID === null);
    this.#hits.draw(view.hits, view.template);
    showEmpty(this, view.hits.length === 0 && view.phase === "ready");
  }
}

/**
 * `<searchbus-geo-hits widget="map">`: an `ol.hits` of records with their positions, `data-points` of each, drawn by a `<template>`; a map is
 * the page's, which listens to the event `view` and sends `set-box`. With the attribute `near`, in metres, a `button.near` searches
 * around the user, whom the browser asks first. A `button.any` searches everywhere again.
 */
export class GeoHitsElement extends ViewElement {
  #list;
  #hits;
  #any;

  begin() {
    this.#list = partOf(this, ":scope > .hits", () => h("ol", { class: "hits" }));
    this.#hits = new HitList(this, this.#list, this.querySelector(":scope > template"));
    if (this.hasAttribute("near")) {
      const near = partOf(this, "button.near", () => h("button", { type: "button", class: "near" }, labelOf(this, "near", "Near me")));
      near.addEventListener("click", () => this.#searchNear());
    }
    this.#any = new AnyButton(this, () => this.send("clear"), "Everywhere");
  }

  draw(view) {
    present(this, "region", view.title ?? this.widget);
    const points = new Map(view.items.map((item) => [item.hit.objectID, item.points]));
    this.#hits.draw(view.items.map(({ hit }) => hit), view.template, (item, hit) => attribute(item, "data-points", points.get(hit.objectID).map(String).join(" ")));
    this.#any.draw(view.selected !== null);
    attribute(this, "data-selected", view.selected !== null);
    showEmpty(this, view.items.length === 0);
  }

  #searchNear() {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => this.send("set-circle", { point: [coords.latitude, coords.longitude], radius: Number(this.getAttribute("near")) || 10_000 }),
      () => this.announce(labelOf(this, "unknown", "Your location is not known.")),
    );
  }
}
