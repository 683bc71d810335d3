// SPDX-License-Identifier: MIT
// Part of SearchBus.

import "../widget-host.js";
import { button } from "../buttons.js";
import { attribute, h, keyed, text } from "../dom.js";
import { icon } from "../icons.js";
import { Latency } from "../latency.js";
import { pageCount } from "../paged-views.js";
import { ScrollMemory } from "../scroll-memory.js";
import { isSilent } from "../silence.js";

const places = ["top", "side", "main", "foot"];
const narrow = matchMedia("(max-width: 860px)");

/**
 * `<search-page>`: the app's widgets, laid out by their `place`: the box on top, refinements at the side (a drawer on
 * narrow screens), results in the middle, the rest at the foot.
 */
class SearchPage extends HTMLElement {
  #gone = new AbortController();
  #places = Object.fromEntries(places.map((place) => [place, h("div", { class: "widgets" })]));
  #columns;
  #side;
  #drawerButton;
  #backdrop;
  #latency;
  #scroll;
  #results;
  #note = h("p", { class: "waiting-note", role: "status", hidden: true });
  #hitsWatched = new Map();
  #hitsShown = null;
  #isScrolled = false;

  connectedCallback() {
    const { app, session, router } = this.context;
    const { signal } = this.#gone;
    this.#latency = new Latency((trace) => router.link("events", session.id, { trace }));
    this.#scroll = new ScrollMemory(session.id, signal);
    this.#layOut();
    this.appChanged(app);
    this.addEventListener("intent", ({ detail: { type, data, sent } }) => {
      if (type === "set-query") this.#latency.typed(data.query, sent);
    });
    session.addEventListener("waiting", () => this.#showWaiting(), { signal });
    session.addEventListener("silent", () => this.#showSilent(), { signal });
    this.#showWaiting();
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // Asking where the page is makes it lay out at once, so it is asked only when it has moved.
    addEventListener("scroll", () => { this.#isScrolled = scrollY > 0; }, { signal, passive: true });
    narrow.addEventListener("change", () => this.#openDrawer(false), { signal });
    this.#openDrawer(false);
  }

  disconnectedCallback() {
    this.#scroll.save();
    this.#gone.abort();
    for (const unwatch of this.#hitsWatched.values()) unwatch();
  }

  /** Draws the widgets of an app. A widget that is described as before keeps its element. */
  appChanged(app) {
    const { session, announce } = this.context;
    this.context.app = app;
    for (const place of places) {
      const widgets = app.widgets.filter((each) => (places.includes(each.place) ? each.place : "main") === place);
      keyed(this.#places[place], widgets, {
        key: (widget) => JSON.stringify(widget),
        create: (widget) => document.createElement("search-widget").configure({ widget, session, announce }),
        update: () => {},
      });
    }
    const hasSide = this.#places.side.childElementCount > 0;
    attribute(this.#side, "hidden", !hasSide);
    attribute(this.#drawerButton, "hidden", !hasSide);
    this.#columns.classList.toggle("is-single", !hasSide);
    attribute(this.#places.foot.parentElement, "hidden", this.#places.foot.childElementCount === 0);
    this.#watchHits(app.widgets.filter((widget) => widget.type === "hits").map((widget) => widget.name));
    this.#showSilent();
  }

  #layOut() {
    this.#side = h("aside", { class: "side", id: "refinements", "aria-label": "Refine the results" },
      h("div", { class: "drawer-head" }, h("h2", {}, "Refine"),
        button("Show results", () => this.#openDrawer(false), { kind: "is-primary" })),
      this.#places.side);
    this.#drawerButton = button([icon("sliders"), "Refine"], () => this.#openDrawer(true), {
      kind: "drawer-button", "aria-controls": "refinements",
    });
    this.#backdrop = h("div", { class: "backdrop", hidden: true, on: { click: () => this.#openDrawer(false) } });
    this.#results = h("div", { class: "results" }, this.#places.main);
    this.#columns = h("div", { class: "search-columns" }, this.#side, this.#results);
    this.append(
      h("div", { class: "search-top" },
        h("div", { class: "search-top-inner" }, this.#places.top, this.#drawerButton, this.#latency.element),
        this.#note),
      this.#columns, this.#backdrop,
      h("footer", { class: "search-foot" }, this.#places.foot));
  }

  #watchHits(names) {
    const { store } = this.context.session;
    for (const [name, unwatch] of this.#hitsWatched) {
      if (names.includes(name)) continue;
      unwatch();
      this.#hitsWatched.delete(name);
    }
    for (const name of names) {
      if (this.#hitsWatched.has(name)) continue;
      this.#hitsWatched.set(name, store.watch(name, (view) => this.#hitsDrawn(view)));
    }
  }

  /** Something that was asked for has no answer: the results are marked, and after a while it is said. */
  #showWaiting() {
    const { stage, by } = this.context.session.waiting;
    attribute(this, "data-waiting", stage === "none" ? null : stage);
    attribute(this.#note, "hidden", stage !== "long");
    const who = by === null ? "There is no answer yet." : `“${by}” does not answer.`;
    text(this.#note, stage === "long" ? `${who} What is shown is from before; what you asked for is kept.` : "");
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
  #hitsDrawn(view) {
    if (!Array.isArray(view?.hits)) return;
    this.#latency.drawn(view);
    const before = this.#hitsShown;
    this.#hitsShown = view;
    if (before === null) requestAnimationFrame(() => this.#scroll.restore());
    else if (before.query !== view.query || pageCount(before) > pageCount(view)) this.#backToTop();
  }

  /** Other results begin at their first row, if the person has scrolled past it. */
  #backToTop() {
    if (!this.#isScrolled) return;
    const top = parseFloat(getComputedStyle(this.#results).scrollMarginTop);
    if (this.#results.getBoundingClientRect().top < top - 1) this.#results.scrollIntoView({ block: "start" });
  }

  /** On wide screens the column is always there, and "open" means nothing. */
  #openDrawer(open) {
    const isDrawer = narrow.matches;
    this.#side.classList.toggle("is-open", open);
    this.#side.inert = isDrawer && !open;
    attribute(this.#backdrop, "hidden", !(isDrawer && open));
    attribute(this.#drawerButton, "aria-expanded", open ? "true" : "false");
    if (open) this.#side.querySelector("button, summary")?.focus();
    else if (isDrawer && this.#side.contains(document.activeElement)) this.#drawerButton.focus();
  }

  #key(event) {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const box = this.querySelector("[data-search-box]");
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "Escape" && this.#side.classList.contains("is-open")) {
      this.#openDrawer(false);
      this.#drawerButton.focus();
    }
  }
}

customElements.define("search-page", SearchPage);
