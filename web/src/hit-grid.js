// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "./dom.js";
import { entriesOf, gapRows } from "./hit-rows.js";

/**
 * Draws the hits of a list that may have gaps. Each hit lies in the column that its row has in the whole list, and a gap is
 * as high as what is missing; so nothing moves when pages come or go, and what is in sight stays where it is when rows are
 * put above it.
 */
export class HitGrid {
  #list;
  #create;
  #update;
  #keeps;
  #pages = null;
  #number = null;
  #placed = new Set();
  #resizing = null;

  /**
   * `create()` makes a hit's element, `update(item, hit, row)` draws it; for which `keeps(item)` it keeps its hit as long as
   * that is among the results.
   */
  constructor(list, { create, update, keeps }) {
    this.#list = list;
    this.#create = create;
    this.#update = update;
    this.#keeps = keeps;
  }

  disconnect() {
    this.#resizing?.disconnect();
  }

  render(view, pages) {
    const entries = entriesOf(view.hits, pages);
    // Only what comes or goes above can move what is in sight.
    const isSame = this.#number === view.list && this.#pages !== null;
    const moves = isSame && this.#pages.pages.some((page, index) => pages.pages[index] !== page);
    const keep = moves ? this.#anchor(view.hits) : null;
    [this.#pages, this.#number] = [pages, view.list];
    const count = pages.hasGaps || pages.firstPage > 0 ? view.nbHits : null;
    keyed(this.#list, entries, {
      key: (entry) => entry.key,
      create: (entry) => (entry.gap ? h("div", { class: "hits-gap", "aria-hidden": "true" }) : this.#create()),
      update: (item, entry, index) => this.#draw(item, entry, index, count),
      recycle: entries.every((entry) => entry.hit) && !this.hasGaps,
      // Pages that come or go leave the hits of the others where they are on the screen.
      keeps: (item) => isSame || this.#keeps(item),
    });
    this.#place();
    keep?.();
  }

  get hasGaps() {
    return this.gaps.length > 0;
  }

  /** The elements of the gaps; each has its rows as `gap`. */
  get gaps() {
    return [...this.#list.getElementsByClassName("hits-gap")];
  }

  #draw(item, { hit, gap }, index, count) {
    if (gap) {
      item.gap = gap;
      return;
    }
    const row = hit.position ?? index;
    this.#update(item, hit, row);
    // Where the list is not whole, people who listen hear which of how many it is.
    attribute(item, "aria-posinset", count && row + 1);
    attribute(item, "aria-setsize", count);
  }

  /** Rows begin in the columns that they have in the whole list, where not all rows before them are here. */
  #place() {
    const items = [...this.#list.children];
    const first = rowOf(items[0]) ?? 0;
    for (const item of this.#placed) item.style.removeProperty("grid-column-start");
    this.#placed.clear();
    if (!this.hasGaps && first === 0) return;
    this.#watchWidth();
    const columns = getComputedStyle(this.#list).gridTemplateColumns.split(" ").length;
    items.forEach((item, index) => {
      if (item.gap) this.#stretch(item, columns, index === 0);
      else if (index === 0 || items[index - 1].gap) {
        item.style.setProperty("grid-column-start", String(rowOf(item) % columns + 1));
        this.#placed.add(item);
      }
    });
  }

  #stretch(item, columns, isFirst) {
    const rows = gapRows(item.gap, columns, isFirst);
    const sample = this.#list.querySelector(".hit-item");
    const { rowGap } = getComputedStyle(this.#list);
    attribute(item, "hidden", rows === 0);
    item.style.setProperty("height", `calc(${rows} * (${sample?.offsetHeight ?? 0}px + ${rowGap}) - ${rowGap})`);
  }

  /** Another width may have other columns. */
  #watchWidth() {
    if (this.#resizing) return;
    let width = this.#list.clientWidth;
    this.#resizing = new ResizeObserver(() => {
      if (this.#list.clientWidth === width) return;
      width = this.#list.clientWidth;
      this.#place();
    });
    this.#resizing.observe(this.#list);
  }

  /** Notes where a hit is that is in sight and stays; answers with the way to bring it back there. */
  #anchor(hits) {
    const staying = new Set(hits.map((hit) => hit.objectID));
    const item = [...this.#list.children].find((each) => {
      if (each.gap || !staying.has(each.firstChild.dataset.hit)) return false;
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    if (!item) return null;
    const { hit } = item.firstChild.dataset;
    const before = item.getBoundingClientRect().top;
    return () => {
      const moved = [...this.#list.children].find((each) => each.firstChild?.dataset.hit === hit);
      const distance = moved ? moved.getBoundingClientRect().top - before : 0;
      if (Math.abs(distance) >= 1) scrollBy({ top: distance, behavior: "instant" });
    };
  }
}

/** The row of a hit's element in the whole list; undefined for a gap. */
export function rowOf(item) {
  return item && !item.gap ? Number(item.firstChild.dataset.position) : undefined;
}
