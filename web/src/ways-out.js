// SPDX-License-Identifier: MIT

/**
 * What a person can do about a list without hits: empty the text of the box of its searcher, or remove its current
 * filters. Depends only on the app and the views.
 */
export class WaysOut {
  #app;
  #session;

  constructor(app, session) {
    this.#app = app;
    this.#session = session;
  }

  /** The widgets whose views tell what is in force. */
  get sources() {
    return this.#app.widgets.filter(({ type }) => type === "clear-filters" || type === "current-filters");
  }

  /** How many filters are in force, on the searcher of a widget or, without one, in the whole app. */
  filterCount(widget = null) {
    return this.#filterStates(widget).reduce((sum, name) => {
      const counts = this.#sourcesOf(name).map((source) => countOf(this.#session.view(source.name).current));
      return sum + Math.max(0, ...counts);
    }, 0);
  }

  /** The names of the ways that there are for a widget: `query`, `filters`. */
  of(widget) {
    return [this.#box(widget) && "query", this.filterCount(widget) > 0 && "filters"].filter(Boolean);
  }

  /** Goes one of them. Answers with the name of the widget that was asked to, if one is to have the focus. */
  go(way, widget) {
    if (way === "query") {
      const box = this.#box(widget);
      this.#session.view(box.name).send("clear").catch(() => {});
      return box.name;
    }
    for (const name of this.#filterStates(widget)) {
      const source = this.#sourcesOf(name).find((each) => countOf(this.#session.view(each.name).current) > 0);
      if (source) this.#session.view(source.name).send("clear").catch(() => {});
    }
    return null;
  }

  #box({ searcher }) {
    return this.#app.widgets.find((widget) => searchedBy(widget).some((name) => this.#reaches(name, searcher)));
  }

  #reaches(from, to) {
    const unit = this.#app.searchers?.find(({ name }) => name === from);
    return from === to || Boolean(unit?.searchers?.includes(to));
  }

  #filterStates(widget) {
    const all = this.#app.filterStates ?? [];
    const wanted = widget === null ? all : all.filter(({ searchers }) => searchers?.some((name) => this.#reaches(name, widget.searcher)));
    return wanted.map(({ name }) => name);
  }

  #sourcesOf(filterState) {
    return this.sources.filter((widget) => widget.filterState === filterState);
  }
}

/** The searchers that search what is typed into a widget, or submitted there. */
function searchedBy({ type, searcher, parameters }) {
  if (type === "autocomplete") return [parameters?.target ?? []].flat();
  return type === "search-box" ? [searcher] : [];
}

function countOf(view) {
  return view?.count ?? view?.items?.length ?? 0;
}
