// SPDX-License-Identifier: MIT

import "../widget-host.js";
import { attribute, h } from "../dom.js";
import { IntentTrials } from "../gallery/intent-trials.js";
import { markedWords } from "../gallery/marked-words.js";
import { parameterTable } from "../gallery/parameter-table.js";
import { states, StillSession } from "../gallery/widget-states.js";
import { jsonTree } from "../inspector/json-tree.js";
import { PageState } from "../page-state.js";

/**
 * `<gallery-page>`: one widget of the app at a time, live, beside what its type declares: its parameters, its view as JSON,
 * its intents to try; and the same controller in each state that a view can be in. The URL names the widget.
 */
export class GalleryPage extends HTMLElement {
  static title = "Gallery";
  #gone = new AbortController();
  #list = h("ul", { class: "gallery-list" });
  #companion = h("div", { class: "gallery-companion" });
  #place = h("div", { class: "gallery-widget" });
  #state = new PageState();
  #types = null;
  #shown = null;
  #unwatch = null;

  connectedCallback() {
    const { router } = this.context;
    this.append(
      h("h1", { class: "page-title" }, "Gallery"),
      h("div", { class: "gallery" },
        h("nav", { class: "gallery-nav card", "aria-label": "Widgets of the app" }, this.#list),
        h("div", { class: "gallery-main" }, this.#companion, this.#place)));
    router.addEventListener("change", () => this.#show(), { signal: this.#gone.signal });
    this.appChanged(this.context.app);
    this.#load();
  }

  /** What the types declare; until it is there, a widget is shown without it. */
  async #load() {
    const { signal } = this.#gone;
    const answer = await this.#state.load(() => this.context.api.schemas(signal), signal);
    if (answer === undefined) return;
    this.#types = new Map(answer.types.map((type) => [type.type, type]));
    this.#show({ force: true });
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#unwatch?.();
  }

  appChanged(app) {
    this.context.app = app;
    const { router, session } = this.context;
    this.#list.replaceChildren(...app.widgets.map((widget) => h("li", {},
      h("a", { href: router.link("gallery", session.id, { widget: widget.name }), data: { widget: widget.name } },
        h("span", {}, widget.title ?? widget.name), h("small", {}, widget.type)))));
    this.#show({ force: true });
  }

  /** Shows the widget that the URL names; without one, the first. */
  #show({ force = false } = {}) {
    const { app, router } = this.context;
    if (router.page !== "gallery") return;
    const name = router.parameters.get("widget");
    const widget = app.widgets.find((each) => each.name === name) ?? app.widgets[0];
    if (!widget || (!force && this.#shown === widget.name)) return;
    this.#shown = widget.name;
    for (const link of this.#list.querySelectorAll("a")) {
      attribute(link, "aria-current", link.dataset.widget === widget.name ? "true" : null);
    }
    this.#accompany(widget);
    this.#draw(widget);
  }

  /** A box to type in, so that a widget without one has something to show. */
  #accompany(widget) {
    const box = this.context.app.widgets.find(({ type, searcher }) => type === "search-box"
      && (searcher === widget.searcher || this.#members(searcher).includes(widget.searcher) || !widget.searcher));
    const needed = box !== undefined && box.name !== widget.name;
    this.#companion.replaceChildren(...(needed ? [this.#host(box, this.context.session)] : []));
  }

  #members(name) {
    return this.context.app.searchers?.find((each) => each.name === name)?.searchers ?? [];
  }

  #host(widget, session) {
    return document.createElement("search-widget").configure({ widget, session, announce: this.context.announce });
  }

  #draw(widget) {
    const { session, announce } = this.context;
    const type = this.#types?.get(widget.type);
    const view = h("div", { class: "gallery-json" });
    const grid = h("div", { class: "gallery-states" });
    const isKnown = this.#types !== null;
    const declared = isKnown ? [
      section("Parameters", parameterTable(widget, type)),
      section("Try an intent", new IntentTrials(widget, type, session, announce).element),
    ] : [this.#state.element];
    this.#place.replaceChildren(
      h("header", { class: "gallery-head" },
        h("h2", {}, widget.title ?? widget.name),
        h("p", {}, h("code", {}, widget.type), " ", ...markedWords(type?.summary ?? (isKnown ? "A type of the app's own." : "")))),
      h("section", { class: "gallery-live card", "aria-label": "The widget" }, this.#host(widget, session)),
      ...declared,
      section("View", view),
      section("States", grid));
    this.#unwatch?.();
    let drawn = false;
    this.#unwatch = session.view(widget.name).subscribe((value) => {
      if (value === undefined) return;
      view.replaceChildren(jsonTree(value, { schema: type?.view ?? null }));
      if (drawn) return;
      drawn = true;
      grid.replaceChildren(...states(value).map((state) => this.#still(widget, state)));
    });
  }

  /** The widget in a state: its controller with a view that stays. */
  #still(widget, { name, words, view, isSilent }) {
    const host = this.#host(widget, new StillSession(view));
    const frame = h("fieldset", { class: "gallery-state card", data: { state: name } },
      h("legend", {}, name), h("p", { class: "panel-note" }, words), host);
    // These widgets are not connected; the keyboard skips them.
    attribute(host, "inert", true);
    if (isSilent) host.silent = true;
    return frame;
  }
}

function section(title, ...content) {
  return h("section", { class: "gallery-section" }, h("h3", {}, title), ...content);
}

customElements.define("gallery-page", GalleryPage);
