// SPDX-License-Identifier: MIT

/** The pages of a list of hits that are here, by its view. Pure. */
export class HitPages {
  constructor({ loaded, firstPage, page = 0, hitsPerPage, nbPages, hits = [], hasMore = false, hasPrevious = false } = {}) {
    this.size = Math.max(hitsPerPage ?? 0, 1);
    // A view that does not say which pages it has has them from the first one on.
    const count = Math.ceil(hits.length / this.size);
    this.pages = Array.isArray(loaded) ? loaded : Array.from({ length: count }, (_, index) => page + index);
    this.loaded = new Set(this.pages);
    this.firstPage = firstPage ?? this.pages[0] ?? 0;
    this.lastPage = (nbPages ?? 0) - 1;
    this.hasMore = hasMore;
    this.hasPrevious = hasPrevious;
  }

  pageOf(row) {
    return Math.floor(row / this.size);
  }

  /** Whether pages are missing before or between those that are here. */
  get hasGaps() {
    return this.pages.some((page, index) => page !== this.firstPage + index);
  }

  /** Whether a page is missing around a row, at most so many rows away, and can be requested. */
  isMissingNear(row, before, after) {
    for (let page = Math.max(this.pageOf(row - before), 0); page <= this.pageOf(row + after); page += 1) {
      if (this.loaded.has(page)) continue;
      if (page < this.pages[0] ? this.hasPrevious : page > this.pages.at(-1) ? this.hasMore : page <= this.lastPage) return true;
    }
    return false;
  }
}

/**
 * What a list draws, in order: each hit, and for each run of rows that are missing among them one gap `{ from, to }`, from
 * the first row to the one behind the last. Pure.
 */
export function entriesOf(hits, pages) {
  if (!pages.hasGaps) return hits.map((hit) => ({ hit, key: hit.objectID }));
  const entries = [];
  let next = pages.firstPage;
  for (const hit of hits) {
    const page = pages.pageOf(hit.position ?? 0);
    if (page > next) {
      const gap = { from: next * pages.size, to: page * pages.size };
      entries.push({ gap, key: `\u0000${gap.from}` });
    }
    next = Math.max(next, page + 1);
    entries.push({ hit, key: hit.objectID });
  }
  return entries;
}

/**
 * How many whole rows of a grid a gap takes: the hits before and after it lie in the columns in which they would lie if it
 * were filled, so that nothing moves when it is. Pure.
 */
export function gapRows({ from, to }, columns, isFirst) {
  const begin = isFirst ? Math.floor(from / columns) : Math.ceil(from / columns);
  return Math.max(0, Math.floor(to / columns) - begin);
}
