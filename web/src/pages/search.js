// SPDX-License-Identifier: MIT
// Part of SearchBus.

import "../widget-host.js";
import { button } from "../buttons.js";
import { attribute, h } from "../dom.js";
import { icon } from "../icons.js";
import { Latency } from "../latency.js";
import { pageCount } from "../paged-views.js";
import { ScrollMemory } from "../scroll-memory.js";

const places = ["top", "side", "main", "foot"];
const narrow = matchMedia("(max-width: 860px)");

/**
 * `<search-page>`: the app's widgets, laid out by their `place`: the box on top, refinements at the side (a drawer on
 * narrow screens), results in the middle, the rest at the foot.
 */
class SearchPage extends HTMLElement {
  #gone = new AbortController();
  #side;
  #drawerButton;
  #backdrop;
  #scroll;
  #results;
  #hitsShown = null;
  #isScrolled = false;

  connectedCallback() {
    const { app, session, router } = this.context;
    const { signal } = this.#gone;
    const latency = new Latency((trace) => router.link("events", session.id, { trace }));
    this.#scroll = new ScrollMemory(session.id, signal);
    const hosts = Object.fromEntries(places.map((place) => [place, this.#hosts(place)]));
    this.#layOut(hosts, latency);
    this.addEventListener("intent", ({ detail: { type, data, sent } }) => {
      if (type === "set-query") latency.typed(data.query, sent);
    });
    for (const { name } of app.widgets.filter((widget) => widget.type === "hits")) {
      signal.addEventListener("abort", session.store.watch(name, (view) => this.#hitsDrawn(view, latency)));
    }
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // Asking where the page is makes it lay out at once, so it is asked only when it has moved.
    addEventListener("scroll", () => { this.#isScrolled = scrollY > 0; }, { signal, passive: true });
    narrow.addEventListener("change", () => this.#openDrawer(false), { signal });
    this.#openDrawer(false);
  }

  disconnectedCallback() {
    this.#scroll.save();
    this.#gone.abort();
  }

  #hosts(place) {
    const { app, session, announce } = this.context;
    return app.widgets
      .filter((widget) => (places.includes(widget.place) ? widget.place : "main") === place)
      .map((widget) => document.createElement("search-widget").configure({ widget, session, announce }));
  }

  #layOut({ top, side, main, foot }, latency) {
    this.#side = h("aside", { class: "side", id: "refinements", "aria-label": "Refine the results" },
      h("div", { class: "drawer-head" }, h("h2", {}, "Refine"),
        button("Show results", () => this.#openDrawer(false), { kind: "is-primary" })),
      side);
    this.#drawerButton = button([icon("sliders"), "Refine"], () => this.#openDrawer(true), {
      kind: "drawer-button", "aria-controls": "refinements", hidden: side.length === 0,
    });
    this.#backdrop = h("div", { class: "backdrop", hidden: true, on: { click: () => this.#openDrawer(false) } });
    this.#results = h("div", { class: "results" }, main);
    this.append(
      h("div", { class: "search-top" },
        h("div", { class: "search-top-inner" }, top, this.#drawerButton, latency.element)),
      h("div", { class: side.length > 0 ? "search-columns" : "search-columns is-single" },
        side.length > 0 && this.#side, this.#results),
      this.#backdrop);
    if (foot.length > 0) this.append(h("footer", { class: "search-foot" }, foot));
  }

  /** This watcher is called before or after the controller's, but always in the frame that draws the view. */
  #hitsDrawn(view, latency) {
    latency.drawn(view);
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
