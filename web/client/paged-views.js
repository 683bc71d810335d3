// SPDX-License-Identifier: MIT

const furtherPage = /^(.+)\.(\d{1,6})$/;

/** Whether a view's name is that of a further page of a list: `hits.3`. */
export function isFurtherPage(name) {
  return furtherPage.test(name);
}

/**
 * Views by name, where a list of hits may lie in several: `hits` has the page that it began with, `hits.1`, `hits.2` … one
 * other page each. Pages belong together if they have the same `list`, the number of the request that began it; the view
 * says which are `loaded`. A reader of `hits` gets one view with all hits. Pure.
 */
export class PagedViews {
  #views = new Map();
  #pages = new Map();
  #joined = new Map();

  constructor(entries = []) {
    for (const [name, view] of entries) this.set(name, view);
  }

  /** Sets the view of a name; answers with the widget whose whole view changes by it. */
  set(name, view) {
    const [, widget = name, page] = furtherPage.exec(name) ?? [];
    this.#joined.delete(widget);
    if (page === undefined) {
      this.#views.set(widget, view);
      this.#forget(widget, view);
    } else {
      this.#pagesOf(widget).set(Number(page), view);
    }
    return widget;
  }

  has(widget) {
    return this.#views.has(widget);
  }

  widgets() {
    return [...this.#views.keys()];
  }

  /** The whole view of a widget, the same object until something of it changes. */
  get(widget) {
    const view = this.#views.get(widget);
    if (!this.#pages.has(widget) || !Array.isArray(view?.hits)) return view;
    if (!this.#joined.has(widget)) this.#joined.set(widget, this.#join(widget, view));
    return this.#joined.get(widget);
  }

  /** The hits of all pages that are here, in order; those of a page that is missing are left out. */
  #join(widget, view) {
    const pages = this.#pages.get(widget);
    return { ...view, hits: Array.isArray(view.loaded) ? byPage(view, pages) : bySequence(view, pages) };
  }

  /** Pages of earlier lists are not shown again. A page may come before the view that begins its list. */
  #forget(widget, view) {
    const pages = this.#pages.get(widget);
    if (!pages || typeof view?.list !== "number") return;
    for (const [page, further] of pages) if (!(further?.list >= view.list)) pages.delete(page);
    if (pages.size === 0) this.#pages.delete(widget);
  }

  #pagesOf(widget) {
    if (!this.#pages.has(widget)) this.#pages.set(widget, new Map());
    return this.#pages.get(widget);
  }
}

/** Further views by their page; a page that is no longer loaded was released. */
function byPage(view, further) {
  const found = new Map([[view.page, view.hits]]);
  for (const { list, page, hits } of [...further.values()].filter(Boolean)) {
    if (list === view.list && page !== view.page && Array.isArray(hits)) found.set(page, hits);
  }
  return [...view.loaded].sort((a, b) => a - b).flatMap((page) => found.get(page) ?? []);
}

/** Where the view does not say which pages there are, they follow on each other; behind a gap none can be shown yet. */
function bySequence(view, further) {
  const hits = [...view.hits];
  for (let page = 1; page < pageCount(view); page += 1) {
    const next = further.get(page);
    if (next?.list !== view.list || !Array.isArray(next?.hits)) break;
    hits.push(...next.hits);
  }
  return hits;
}

/** How many pages of a list are loaded, by its view: a number, or the pages themselves. */
export function pageCount(view) {
  return Array.isArray(view?.pages) ? view.pages.length : Number(view?.pages ?? 0);
}
