// SPDX-License-Identifier: MIT

import { rowOf } from "./hit-grid.js";
import { HitPages } from "./hit-rows.js";

/**
 * Keeps pages that a list has dropped while the user looks at them: another user may be at another position of the same
 * list, in another browser or another part of the page. So neither removes the other's rows, nor requests them again.
 */
export class HitHold {
  #list;
  #reach;
  #last = null;

  /** `reach`: how many rows around those in sight stay too. */
  constructor(list, reach) {
    this.#list = list;
    this.#reach = reach;
  }

  /** The view with the pages that stay. */
  merge(view) {
    const merged = this.#merge(view);
    this.#last = merged;
    return merged;
  }

  #merge(view) {
    const last = this.#last;
    if (last === null || last.list !== view.list || !Array.isArray(view.loaded)) return view;
    const gone = last.loaded.filter((page) => !view.loaded.includes(page));
    if (gone.length === 0) return view;
    const pages = new HitPages(view);
    const needed = this.#pagesInSight(pages);
    const held = new Set(gone.filter((page) => needed.has(page)));
    if (held.size === 0) return view;
    const hits = last.hits.filter((hit) => held.has(pages.pageOf(hit.position)));
    const loaded = [...view.loaded, ...held].sort((a, b) => a - b);
    return {
      ...view, loaded, hits: [...view.hits, ...hits].sort((a, b) => a.position - b.position),
      hasMore: view.hasMore || loaded.at(-1) < pages.lastPage, hasPrevious: view.hasPrevious || loaded[0] > 0,
    };
  }

  /** The pages of the rows in sight, of those around them, and of the row that has the focus. */
  #pagesInSight(pages) {
    const needed = new Set();
    for (const item of this.#list.children) {
      const { top, bottom } = item.getBoundingClientRect();
      if (item.gap || !((bottom > 0 && top < innerHeight) || item.contains(document.activeElement))) continue;
      const row = rowOf(item);
      const last = pages.pageOf(row + this.#reach);
      for (let page = Math.max(pages.pageOf(row - this.#reach), 0); page <= last; page += 1) needed.add(page);
    }
    return needed;
  }
}
