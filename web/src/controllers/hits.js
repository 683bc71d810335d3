// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { button } from "../buttons.js";
import { attribute, h, keyed, text } from "../dom.js";
import { number } from "../format.js";
import { afterPaint } from "../frame.js";
import { hitCard, hitTitle, updateHitCard } from "../hit-card.js";
import { showHitDetail } from "../hit-detail.js";
import { icon } from "../icons.js";
import { roving } from "../roving.js";

const defaultOffset = 5;
const slack = 2;

/**
 * The results. Cards are kept by objectID, so what stays among the results does not flicker; more results are asked for
 * by telling the widget which row is in sight (`present`), the widget decides whether that needs another page.
 */
export default class Hits {
  static showsFailure = true;
  #send;
  #offset;
  #scrolls;
  #waitsForText;
  #view = null;
  #template = {};
  #watched = new Set();
  #presented = "";
  #inSight = new Set();
  #observer;
  #list = h("div", { class: "hits", role: "list", "aria-label": "Results" });
  #settle = roving(this.#list, ".hit-open", { place: ".hit-item" });
  #banner = h("div", { class: "banner is-failed", role: "alert", hidden: true });
  #empty = h("div", { class: "empty", hidden: true });
  #more = button("", () => this.#send("load-more"), { kind: "load-more", hidden: true });
  #skeleton = h("div", { class: "hits skeletons", "aria-hidden": "true" },
    Array.from({ length: 8 }, () => h("div", { class: "skeleton" })));

  constructor({ widget, send }) {
    this.#send = send;
    const { infiniteScrolling, showItemsOnEmptyQuery } = widget.parameters ?? {};
    this.#scrolls = infiniteScrolling !== "off";
    this.#offset = infiniteScrolling?.offset ?? defaultOffset;
    this.#waitsForText = showItemsOnEmptyQuery === false;
    // In the middle the number of results says what this is; further lists below need a name that is seen.
    const isNamed = widget.place === "foot" && widget.title;
    const heading = h("h2", { class: isNamed ? "hits-title" : "visually-hidden" }, widget.title ?? "Results");
    this.element = h("section", { class: "hits-area", "aria-label": widget.title ?? "Results" },
      heading, this.#banner, this.#skeleton, this.#list, this.#empty, this.#more);
    this.#observer = new IntersectionObserver((entries) => this.#sighted(entries));
  }

  #open = (hit) => showHitDetail(hit, hitTitle(hit, this.#template));

  disconnect() {
    this.#observer.disconnect();
  }

  render(view) {
    this.#view = view;
    // A first search that is still under way is neither a result nor the lack of one.
    if (["loading", "stalled"].includes(view.phase) && view.hits.length === 0) return;
    this.#follow(view.template ?? {});
    keyed(this.#list, view.hits, {
      key: (hit) => hit.objectID,
      create: () => h("div", { role: "listitem", class: "hit-item" }, hitCard(this.#open)),
      update: (item, hit, index) => updateHitCard(item.firstChild, hit, this.#template, hit.position ?? index),
      recycle: true,
    });
    this.#watchTheEnd(view);
    this.#settle();
    this.#showState(view);
    // For whoever waits for the results of a text: tests, measurements, style sheets.
    if (["ready", "idle"].includes(view.phase)) attribute(this.element, "data-query", view.query ?? "");
    // Where the rows are is known once they are laid out; asking before would make the page lay out twice.
    if (this.#scrolls && view.hasMore) afterPaint(() => this.#present());
  }

  /** The template is part of each view; cards are drawn anew only if it says something else. */
  #follow(template) {
    if (JSON.stringify(template) === JSON.stringify(this.#template)) return;
    this.#template = template;
    this.#list.classList.toggle("is-list", template.layout === "list");
    this.#list.classList.toggle("is-pictured", Boolean(template.image));
    this.#list.classList.toggle("has-text", Boolean(template.text));
    this.#list.classList.toggle("has-flags", (template.meta ?? []).some(({ format }) => format === "flag"));
  }

  /** Watches the last rows: no other can need another page. */
  #watchTheEnd(view) {
    const last = new Set(this.#scrolls && view.hasMore ? [...this.#list.children].slice(this.#threshold(view)) : []);
    for (const item of this.#watched) {
      if (last.has(item)) continue;
      this.#observer.unobserve(item);
      this.#inSight.delete(item);
    }
    for (const item of last) if (!this.#watched.has(item)) this.#observer.observe(item);
    this.#watched = last;
  }

  #threshold(view) {
    return Math.max(0, view.hits.length - this.#offset - slack);
  }

  #showState(view) {
    this.#skeleton.remove();
    const failed = view.phase === "failed";
    attribute(this.#banner, "hidden", !failed);
    if (failed) {
      const why = (view.error?.message ?? "the search did not answer").replace(/\.$/, "");
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

  #showEmpty({ phase, query }) {
    const waiting = phase === "idle" || (this.#waitsForText && !query);
    if (waiting) {
      this.#empty.replaceChildren(icon("search"), h("h3", {}, "Type to search"),
        h("p", {}, "Results appear with the first letter."));
      return;
    }
    const title = query
      ? ["Nothing matches “", h("bdi", {}, query), "”", h("span", { class: "way-filters" }, " with these filters")]
      : ["There is nothing here", h("span", { class: "way-filters" }, " with these filters")];
    this.#empty.replaceChildren(icon("search"), h("h3", {}, title),
      query ? h("p", {}, "Check the spelling, or try fewer words.") : "",
      h("div", { class: "ways-out" },
        query ? this.#wayOut("query", "Clear the search") : "", this.#wayOut("filters", "Remove all filters")));
  }

  /** The page knows which ways there are (`data-ways`), and goes them. */
  #wayOut(way, words) {
    const go = () => this.#empty.dispatchEvent(new CustomEvent("way-out", { bubbles: true, detail: { way } }));
    return button(words, go, { kind: `way-${way}`, data: { way } });
  }

  #sighted(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#inSight.add(target);
      else this.#inSight.delete(target);
    }
    this.#present();
  }

  /**
   * Tells the last row in sight, once. Rows far from the end are left untold: they cannot need another page, and each
   * intent is an event that everyone reads.
   */
  #present() {
    if (!this.#scrolls || !this.#view?.hasMore || this.#view.loadingMore || this.#view.phase === "failed") return;
    // A card that moved to another row may have left the screen, which the observer says only later.
    const near = [...this.#inSight].filter(isInSight).map((item) => Number(item.firstChild.dataset.position));
    if (near.length === 0) return;
    const row = Math.max(...near);
    const told = JSON.stringify([this.#view.query, this.#view.nbHits, this.#view.hits.length, row]);
    if (told === this.#presented) return;
    this.#presented = told;
    this.#send("present", { row }, { latest: true });
  }
}

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
