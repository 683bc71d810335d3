// SPDX-License-Identifier: MIT
// Part of SearchBus.

const furtherPage = /^(.+)\.(\d{1,6})$/;

/** Whether a view's name is that of a further page of a list: `hits.3`. */
export function isFurtherPage(name) {
  return furtherPage.test(name);
}

/**
 * Views by name, where a list of hits may lie in several: `hits` has its first page, `hits.1`, `hits.2` … one further
 * page each. Pages belong together if they have the same `list`, the number of the request that began it. Whoever
 * asks for `hits` gets one view with all hits. Pure.
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

  /** The pages that follow on each other; behind a gap none can be shown yet. */
  #join(widget, view) {
    const pages = this.#pages.get(widget);
    const count = pageCount(view);
    const hits = [...view.hits];
    for (let page = 1; page < count; page += 1) {
      const further = pages.get(page);
      if (further?.list !== view.list || !Array.isArray(further?.hits)) break;
      hits.push(...further.hits);
    }
    return { ...view, hits };
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

/** How many pages of a list are loaded, by its view: a number, or the pages themselves. */
export function pageCount(view) {
  return Array.isArray(view?.pages) ? view.pages.length : Number(view?.pages ?? 0);
}
