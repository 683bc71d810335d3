// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { number } from "../format.js";
import { hitCard, updateHitCard } from "../hit-card.js";
import { showHitDetail } from "../hit-detail.js";
import { HitGrid } from "../hit-grid.js";
import { HitHold } from "../hit-hold.js";
import { HitPages } from "../hit-rows.js";
import { showSelected, valuesToSend } from "../hit-selection.js";
import { HitSight, slack } from "../hit-sight.js";
import { icon } from "../icons.js";
import { markStyle } from "../mark-style.js";
import { roving } from "../roving.js";

const defaultOffset = 5;

/**
 * The results. Other results are drawn into the same cards; cards with pictures are kept by objectID, so that no picture
 * flickers. Pages that are missing are requested by sending the widget the row in sight (`present`); the widget decides
 * whether that needs one.
 */
export default class Hits {
  static showsFailure = true;
  static isLong = true;
  #send;
  #waitsForText;
  #view = null;
  #template = {};
  #selected = new Set();
  #list = h("div", { class: "hits", role: "list", "aria-label": "Results" });
  #grid = new HitGrid(this.#list, {
    create: () => h("div", { role: "listitem", class: "hit-item" }, hitCard(this.#open, this.#view.selection && this.#toggle)),
    update: (item, hit, row) => {
      updateHitCard(item.firstChild, hit, this.#template, row);
      showSelected(item.firstChild, this.#selected.has(hit.objectID));
    },
    // A loaded picture would flicker in another element, a selection would fade in and out.
    keeps: (item) => Boolean(this.#template.image) || item.firstChild.classList.contains("is-selected")
      || this.#settle.isPlace(item),
  });
  #isInviting = false;
  #hold;
  #sight = null;
  #settle = roving(this.#list, ".hit-open, .hit-select", { place: ".hit-item" });
  #banner = h("div", { class: "banner is-failed", role: "alert", hidden: true });
  #empty = h("div", { class: "empty", hidden: true });
  #previous = button("Show earlier results", () => this.#send("load-previous"), { kind: "load-previous", hidden: true });
  #more = button("", () => this.#send("load-more"), { kind: "load-more", hidden: true });
  #skeleton = h("div", { class: "hits skeletons", "aria-hidden": "true" },
    Array.from({ length: 8 }, () => h("div", { class: "skeleton" })));

  constructor({ widget, send }) {
    this.#send = send;
    const { infiniteScrolling, showItemsOnEmptyQuery } = widget.parameters ?? {};
    const offset = infiniteScrolling?.offset ?? defaultOffset;
    this.#hold = new HitHold(this.#list, offset + slack);
    if (infiniteScrolling !== "off" && infiniteScrolling !== false) {
      this.#sight = new HitSight(this.#list, offset, (data) => this.#send("present", data, { latest: true }));
    }
    this.#waitsForText = showItemsOnEmptyQuery === false;
    // A list that is alone in the middle says what it is by the number of its results; the page shows the names of several.
    const heading = h("h2", { class: widget.title ? "hits-title" : "visually-hidden" }, widget.title ?? "Results");
    this.element = h("section", { class: "hits-area", "aria-label": widget.title ?? "Results" },
      heading, this.#banner, this.#skeleton, this.#previous, this.#list, this.#empty, this.#more);
  }

  #open = (hit) => showHitDetail(hit, this.#template);

  /** Selects or deselects a hit; with single selection the view reports the other one as deselected. */
  #toggle = (hit) => {
    if (this.#selected.has(hit.objectID)) this.#send("deselect", { objectID: hit.objectID });
    else this.#send("select", { objectID: hit.objectID, attributes: valuesToSend(hit, this.#view.selection.attributes ?? []) });
  };

  disconnect() {
    this.#sight?.disconnect();
    this.#grid.disconnect();
  }

  render(told) {
    const view = this.#hold.merge(told);
    this.#view = view;
    // A first search in flight is neither a result nor an empty one, so the user is not asked to type.
    if (["loading", "stalled"].includes(view.phase) && view.hits.length === 0) {
      if (view.phase === "stalled" && this.#isInviting) this.#showNoAnswer();
      return;
    }
    this.#follow(view.template ?? {});
    markStyle(this.element, view.highlighting);
    this.#list.classList.toggle("is-selectable", Boolean(view.selection));
    this.#selected = new Set(view.selected ?? []);
    const pages = new HitPages(view);
    // Before the list is drawn, which keeps what is in sight where it is.
    attribute(this.#previous, "hidden", !view.hasPrevious || pages.firstPage === 0);
    this.#previous.disabled = view.loadingPrevious === true;
    this.#grid.render(view, pages);
    this.#settle();
    this.#showState(view);
    // For code that waits for the results of a text: tests, measurements, style sheets.
    if (["ready", "idle"].includes(view.phase)) attribute(this.element, "data-query", view.query ?? "");
    this.#sight?.watch(view, pages);
  }

  /** The template is part of each view; cards are redrawn only if it has changed. */
  #follow(template) {
    if (JSON.stringify(template) === JSON.stringify(this.#template)) return;
    this.#template = template;
    this.#list.classList.toggle("is-list", template.layout === "list");
    this.#list.classList.toggle("is-pictured", Boolean(template.image));
    this.#list.classList.toggle("has-text", Boolean(template.text));
    this.#list.classList.toggle("has-flags", (template.meta ?? []).some(({ format }) => format === "flag"));
  }

  #showState(view) {
    this.#skeleton.remove();
    const failed = view.phase === "failed";
    attribute(this.#banner, "hidden", !failed);
    if (failed) {
      const why = (view.error?.message ?? "the search failed").replace(/\.$/, "");
      const remedy = view.error?.remedy ? ` ${view.error.remedy}` : "";
      const rest = view.hits.length > 0 ? " These are earlier results." : "";
      this.#banner.replaceChildren(icon("warning"), h("span", {}, `The search failed: ${why}.${remedy}${rest}`));
    }
    const nothing = !failed && view.hits.length === 0;
    attribute(this.#empty, "hidden", !nothing);
    if (nothing) this.#showEmpty(view);
    attribute(this.#more, "hidden", !view.hasMore);
    this.#more.disabled = view.loadingMore === true;
    text(this.#more, view.loadingMore ? "Loading…" : `Show more of ${number(view.nbHits ?? 0)}`);
  }

  #showNoAnswer() {
    this.#isInviting = false;
    this.#empty.classList.remove("has-ways");
    this.#empty.replaceChildren(icon("search"), h("h3", {}, "Searching…"));
  }

  #showEmpty({ phase, query, empty: words }) {
    const waiting = phase === "idle" || (this.#waitsForText && !query);
    this.#isInviting = waiting;
    this.#empty.classList.toggle("has-ways", !waiting);
    if (waiting) {
      this.#empty.replaceChildren(icon("search"), h("h3", {}, "Type to search"),
        h("p", {}, "Results appear as you type."));
      return;
    }
    const title = words ? h("bdi", {}, words) : query
      ? ["Nothing matches “", h("bdi", {}, query), "”", h("span", { class: "way-filters" }, " with these filters")]
      : ["No results", h("span", { class: "way-filters" }, " with these filters")];
    this.#empty.replaceChildren(icon("search"), h("h3", {}, title),
      query && !words ? h("p", {}, "Check the spelling, or try fewer words.") : "",
      words ? h("p", { class: "way-filters" }, "Try removing filters.") : "",
      h("div", { class: "ways-out" },
        query ? this.#wayOut("query", "Clear the search") : "", this.#wayOut("filters", "Remove all filters")));
  }

  /** The page knows which ways there are (`data-ways`), and goes them. */
  #wayOut(way, words) {
    const go = () => this.#empty.dispatchEvent(new CustomEvent("way-out", { bubbles: true, detail: { way } }));
    return button(words, go, { kind: `way-${way}`, data: { way } });
  }
}
