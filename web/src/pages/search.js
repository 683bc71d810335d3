// SPDX-License-Identifier: MIT

import "../widget-host.js";
import { attribute, h, keyed, text } from "../dom.js";
import { Dock } from "../dock.js";
import { Drawer, narrow } from "../drawer.js";
import { focusFirstBox } from "../first-focus.js";
import { reportOpenedHits } from "../insights/hit-reports.js";
import { Latency } from "../latency.js";
import { pageCount } from "../../client/paged-views.js";
import { ScrollMemory } from "../scroll-memory.js";
import { isSilent, waitingNote } from "../silence.js";
import { isTyping } from "../typing.js";
import { WaysOut } from "../ways-out.js";

const places = ["top", "side", "main", "foot"];

/**
 * `<search-page>`: the app's widgets, laid out by their `place`: the box on top, refinements at the side (a drawer on
 * narrow screens), results in the middle, the rest at the foot.
 */
export class SearchPage extends HTMLElement {
  static title = "Search";
  #gone = new AbortController();
  #places = Object.fromEntries(places.map((place) => [place, h("div", { class: "widgets" })]));
  #columns;
  #drawer = new Drawer(this.#places.side);
  #ways;
  #inForce = h("div", { class: "filters-in-force" });
  #latency;
  #dock;
  #scroll;
  #results;
  #note = h("p", { class: "waiting-note", role: "status", hidden: true });
  #watched = new Map();
  #counts = new Map();
  #hitsShown = null;
  #isScrolled = false;

  connectedCallback() {
    const { access, app, session, router } = this.context;
    const { signal } = this.#gone;
    this.#latency = new Latency(access.isWide ? (action) => router.link("bus", session.id, { action }) : null);
    this.#scroll = new ScrollMemory(session.id, signal);
    this.#dock = access.isWide ? new Dock(this, signal) : null;
    this.#layOut();
    document.documentElement.classList.add("has-search");
    this.appChanged(app);
    this.addEventListener("intent", ({ target, detail: { type, data, sent, at } }) => {
      // What is typed into a box with suggestions is searched when it is submitted.
      const searches = target.dataset.type === "autocomplete" ? "submit" : "set-query";
      if (type === searches) this.#latency.typed(data.query, sent, at);
    });
    reportOpenedHits(this, () => this.context, signal);
    session.addEventListener("waiting", () => this.#showWaiting(), { signal });
    session.addEventListener("silent", () => {
      this.#showSilent();
      this.#showWaiting();
    }, { signal });
    this.#showWaiting();
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // Asking where the page is makes it lay out at once, so it is asked only when it has moved.
    addEventListener("scroll", () => { this.#isScrolled = scrollY > 0; }, { signal, passive: true });
    narrow.addEventListener("change", () => this.#fit(), { signal });
    this.addEventListener("way-out", ({ detail, target }) => this.#goOut(detail.way, target));
    this.#drawer.settle();
    if (router.isFresh && !this.#scroll.isWaiting) focusFirstBox(this, signal);
  }

  disconnectedCallback() {
    this.#scroll.save();
    document.documentElement.classList.remove("has-search");
    this.#drawer.close();
    this.#gone.abort();
    for (const unwatch of this.#watched.values()) unwatch();
  }

  /** Draws the widgets of an app. A widget that is described as before keeps its element. */
  appChanged(app) {
    this.context.app = app;
    this.#ways = new WaysOut(app, this.context.session);
    this.#placeWidgets();
    const hasSide = app.widgets.some((widget) => widget.place === "side");
    this.#drawer.isUsed = hasSide;
    this.#columns.classList.toggle("is-single", !hasSide);
    attribute(this.#places.foot.parentElement, "hidden", this.#places.foot.childElementCount === 0);
    this.#watch(new Map([
      ...app.widgets.filter(({ type }) => type === "hits").map(({ name }) => [name, (view) => this.#hitsDrawn(name, view)]),
      ...this.#ways.sources.map(({ name }) => [name, () => this.#showFilters()]),
    ]));
    this.#showFilters();
    this.#showSilent();
  }

  #placeWidgets() {
    const { app, session, announce } = this.context;
    const fill = (parent, widgets) => keyed(parent, widgets, {
      key: (widget) => JSON.stringify(widget),
      create: (widget) => document.createElement("search-widget").configure({ widget, session, announce }),
      update: (host, widget) => attribute(host, "data-doubled", isDoubled(widget, app)),
    });
    for (const place of places.filter((each) => each !== "main")) fill(this.#places[place], widgetsAt(place, app));
    const blocks = blocksOf(widgetsAt("main", app));
    this.#results.classList.toggle("has-lists", blocks.some(({ list }) => list));
    keyed(this.#places.main, blocks, {
      key: ({ list, widgets }) => list?.name ?? JSON.stringify(widgets[0]),
      create: ({ list, widgets }) => (list ? h("div", { class: "list-column" })
        : document.createElement("search-widget").configure({ widget: widgets[0], session, announce })),
      update: (element, { list, widgets }) => {
        if (list) fill(element, widgets);
        else attribute(element, "data-doubled", isDoubled(widgets[0], app));
      },
    });
    // In a drawer the current filters would be invisible.
    const chips = [...this.#places.side.children].filter((host) => host.dataset.type === "current-filters");
    this.#inForce.replaceChildren(...(narrow.matches ? chips : []));
  }

  /** Another width: the drawer becomes a column or the other way round. */
  #fit() {
    this.#placeWidgets();
    this.#drawer.settle();
  }

  #layOut() {
    this.#results = h("div", { class: "results" }, this.#inForce, this.#places.main);
    this.#columns = h("div", { class: "search-columns" }, this.#drawer.side, this.#results);
    this.append(
      h("h1", { class: "visually-hidden" }, "Search"),
      h("div", { class: "search-top" },
        h("div", { class: "search-top-inner" }, this.#places.top, this.#drawer.opener, this.#latency.element,
          ...(this.#dock ? [this.#dock.opener] : [])),
        this.#note),
      this.#columns, this.#drawer.backdrop,
      h("footer", { class: "search-foot" }, this.#places.foot));
  }

  /** Follows the views of these widgets, by name, and of no others. */
  #watch(callbacks) {
    for (const unwatch of this.#watched.values()) unwatch();
    const { session } = this.context;
    this.#watched = new Map([...callbacks].map(([name, callback]) => [name, session.view(name).subscribe(callback)]));
  }

  /** How many filters are in force, and which lists of hits could have more without them. */
  #showFilters() {
    this.#drawer.filterCount = this.#ways.filterCount();
    for (const widget of this.context.app.widgets.filter(({ type }) => type === "hits")) {
      const host = this.#host(widget.name);
      if (host) attribute(host, "data-ways", this.#ways.of(widget).join(" "));
    }
  }

  #host(name) {
    return this.querySelector(`search-widget[data-widget="${CSS.escape(name)}"]`);
  }

  /** The user leaves an empty list by one of its ways out. The focus moves to where the user can continue. */
  #goOut(way, target) {
    const { widget: name } = target.closest("search-widget").dataset;
    const box = this.#ways.go(way, this.context.app.widgets.find((widget) => widget.name === name));
    (this.#host(box ?? "")?.querySelector("[data-search-box]") ?? this.closest("main")).focus({ preventScroll: true });
  }

  /** Something that was asked for has no answer, or cannot be sent: the results are marked, and a note names the cause. */
  #showWaiting() {
    const { session } = this.context;
    const { stage } = session.waiting;
    attribute(this, "data-waiting", stage === "none" ? null : stage);
    const note = waitingNote(session.waiting, session);
    attribute(this.#note, "hidden", note === "");
    text(this.#note, note);
  }

  /** Marks the widgets whose processes do not answer. */
  #showSilent() {
    const { app, session } = this.context;
    const described = new Map(app.widgets.map((widget) => [widget.name, widget]));
    for (const host of this.querySelectorAll("search-widget")) {
      const widget = described.get(host.dataset.widget);
      host.silent = widget !== undefined && isSilent(widget, app, session.silent);
    }
  }

  /** This watcher is called right before or after the controller's. */
  #hitsDrawn(name, view) {
    if (!Array.isArray(view?.hits)) return;
    if (["ready", "idle"].includes(view.phase)) this.#countResults(name, view.nbHits ?? 0);
    // What is timed is the first list: others may lie out of sight, and are quicker.
    if (this.context.app.widgets.find(({ type }) => type === "hits")?.name !== name) return;
    this.#latency.drawn(name, view, this.context.session.arrivalOf(name));
    const before = this.#hitsShown;
    this.#hitsShown = view;
    if (this.#scroll.isWaiting) requestAnimationFrame(() => this.#scroll.restore());
    if (before === null) return;
    if (before.query !== view.query || (before.list !== view.list && pageCount(before) > pageCount(view))) this.#backToTop();
  }

  /** How many results there are behind the drawer: those of all lists in the middle. */
  #countResults(name, count) {
    this.#counts.set(name, count);
    const lists = widgetsAt("main", this.context.app).filter(({ type }) => type === "hits");
    this.#drawer.resultCount = lists.reduce((sum, list) => sum + (this.#counts.get(list.name) ?? 0), 0);
  }

  /** Other results begin at their first row, if the person has scrolled past it. */
  #backToTop() {
    if (!this.#isScrolled) return;
    const top = parseFloat(getComputedStyle(this.#results).scrollMarginTop);
    if (this.#results.getBoundingClientRect().top < top - 1) this.#results.scrollIntoView({ block: "start" });
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "/" && !isTyping(event)) {
      const box = this.querySelector("[data-search-box]");
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "Escape" && this.#drawer.isOpen) {
      this.#drawer.close();
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && !event.shiftKey) {
      this.#step(event);
    }
  }

  /** Down leads from a box to the first hit, and up from the first row of hits to the box. */
  #step(event) {
    const { key, target } = event;
    const box = this.querySelector("[data-search-box]");
    const hit = this.#results.querySelector("[data-hit] .hit-open");
    if (!box || !hit) return;
    if (key === "ArrowDown" && target.matches("[data-search-box]") && !event.defaultPrevented) {
      event.preventDefault();
      hit.focus();
    } else if (key === "ArrowUp" && target.matches(".hit-open") && target === document.activeElement
      && target.closest(".hits") === hit.closest(".hits")) {
      // The list itself had no row above to move to.
      box.focus();
    }
  }
}

/** The widgets of a place, in their order. */
function widgetsAt(place, app) {
  return app.widgets.filter((each) => (places.includes(each.place) ? each.place : "main") === place);
}

/** The types that show or change one list: they are placed with it if there are several. */
const companions = ["stats", "pagination", "hits-per-page", "sort-by", "relevant-sort"];

/** What the middle is made of: each widget by itself or, where there are several lists, each list with its companions. */
function blocksOf(widgets) {
  const lists = widgets.filter(({ type }) => type === "hits");
  if (lists.length < 2) return widgets.map((widget) => ({ list: null, widgets: [widget] }));
  const listOf = (widget) => (widget.type === "hits" ? widget
    : companions.includes(widget.type) && lists.find(({ searcher }) => searcher === widget.searcher)) || null;
  return widgets.filter((widget) => [null, widget].includes(listOf(widget))).map((widget) => (
    widget.type === "hits" ? { list: widget, widgets: widgets.filter((each) => listOf(each) === widget) }
      : { list: null, widgets: [widget] }));
}

/** Whether a list offers the values that match the text, of an attribute that another list has in whole. */
function isDoubled({ type, searcher, filterState, parameters }, { widgets, searchers = [] }) {
  const isFacets = (name) => searchers.find((each) => each.name === name)?.type === "facets";
  return type === "refinement-list" && isFacets(searcher) && widgets.some((other) =>
    other.type === type && other.filterState === filterState && !isFacets(other.searcher)
      && other.parameters?.attribute === parameters?.attribute);
}

customElements.define("search-page", SearchPage);
