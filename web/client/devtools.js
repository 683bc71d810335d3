// SPDX-License-Identifier: MIT

// The inspector in a page of one's own (docs/inspector.md). Unlike the other modules here it is made of the console's: a package has it
// as one bundle.

import "../src/pages/bus.js";
import { Announcer } from "../src/announce.js";
import { iconButton } from "../src/buttons.js";
import { isDockKey } from "../src/dock.js";
import { h } from "../src/dom.js";
import { FocusReturn } from "../src/focus-return.js";
import { PageState } from "../src/page-state.js";
import { linkTo } from "../src/router.js";
import { keysHint } from "../src/roving.js";
import { define } from "./elements/view-element.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
let sheet = null;

/**
 * `<searchbus-devtools>`: what happens in the session of the `<searchbus-session>` that it lies in, or else of the first one in the
 * page, in a panel at the bottom of the page. Ctrl and a full stop open and close it, as does its attribute `open`; before that
 * it asks the gateway for nothing.
 *
 * The panel is in a shadow tree, in the browser's top layer, so that neither style sheets nor keys of the page reach it.
 */
class DevtoolsElement extends HTMLElement {
  static observedAttributes = ["open"];
  #gone = new AbortController();
  #closing = null;
  #focus = null;
  #session = null;
  #root = this.attachShadow({ mode: "open" });

  /** The session that a script has set, instead of that of an element. */
  get session() {
    return this.#session;
  }

  set session(session) {
    this.#session = session;
    if (this.#closing === null) return;
    this.#close();
    this.#open();
  }

  connectedCallback() {
    this.#gone = new AbortController();
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#gone.signal });
    if (this.hasAttribute("open")) this.#open();
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#close();
  }

  attributeChangedCallback() {
    if (!this.hasAttribute("open")) this.#close();
    else if (this.isConnected) this.#open();
  }

  #key(event) {
    if (!isDockKey(event)) return;
    event.preventDefault();
    this.toggleAttribute("open");
  }

  #close() {
    if (this.#closing === null) return;
    this.#closing.abort();
    this.#closing = null;
    this.#focus.close(this, () => this.#root.replaceChildren());
  }

  async #open() {
    if (this.#closing !== null) return;
    this.#closing = new AbortController();
    this.#focus = new FocusReturn();
    const { signal } = this.#closing;
    try {
      this.#root.adoptedStyleSheets = [await (sheet ??= styles())];
    } catch (error) {
      sheet = null;
      console.warn(`<searchbus-devtools>: its style sheet could not be read: ${error.message}. The page's policy must have the gateway in connect-src.`);
    }
    if (signal.aborted) return;
    const state = new PageState();
    const start = h("div", { class: "devtools-start" }, state.element, iconButton("close", "Close the inspector", "close-dock", () => this.removeAttribute("open")));
    const panel = this.#panel(signal, start);
    const session = await this.#find(state, signal);
    if (signal.aborted || session === null) return;
    const api = session[Symbol.for("searchbus.api")];
    const app = await state.load(() => api.app(signal), signal);
    if (app === undefined) return;
    const { announce, element } = new Announcer();
    const page = document.createElement("bus-page");
    page.setAttribute("docked", "");
    page.context = { access: { isWide: false }, api, app, session, announce, router: new ConsoleLinks(api.origin) };
    page.addEventListener("close", () => this.removeAttribute("open"));
    panel.replaceChildren(page, element, keysHint());
  }

  /** What everything is drawn in; its words are English in every page. */
  #panel(signal, start) {
    const panel = h("section", { class: "devtools", popover: "manual", "aria-label": "SearchBus inspector", lang: "en", dir: "ltr" }, start);
    const dress = () => { panel.dataset.theme = dark.matches ? "dark" : "light"; };
    dress();
    dark.addEventListener("change", dress, { signal });
    for (const type of ["keydown", "keypress", "keyup"]) {
      panel.addEventListener(type, (event) => {
        // The page may have shortcuts.
        event.stopPropagation();
        if (type === "keydown") this.#key(event);
      });
    }
    // Links lead to the console, and the page stays.
    panel.addEventListener("click", ({ target }) => target.closest("a")?.setAttribute("target", "_blank"));
    this.#root.replaceChildren(panel);
    panel.style.setProperty("--rem", getComputedStyle(this).fontSize);
    panel.showPopover();
    return panel;
  }

  /** The session, once it has an ID; null if there is none, in which case the panel shows the reason. */
  async #find(state, signal) {
    state.loading("Waiting for the page’s session…");
    try {
      const session = this.#session ?? await sessionIn(this.closest("searchbus-session") ?? document.querySelector("searchbus-session"));
      if (session.id === null && !signal.aborted) await session.open();
      return session;
    } catch (problem) {
      state.empty(h("p", {}, problem.message), problem.remedy && h("p", {}, problem.remedy));
      return null;
    }
  }
}

/** The session of a session element, once it has one. */
async function sessionIn(place) {
  if (place === null) {
    throw new Error("This page has no <searchbus-session>. Add one, or set the property “session” of <searchbus-devtools> to a session of connect().");
  }
  await customElements.whenDefined("searchbus-session");
  return place.session ?? place.ready;
}

/** The addresses of the console, as its router makes them; it is opened beside the page. */
class ConsoleLinks extends EventTarget {
  #origin;

  constructor(origin) {
    super();
    this.#origin = origin;
  }

  link(page, session, extra) {
    return `${this.#origin}/${linkTo(page, session, extra)}`;
  }

  leaveTo(link) {
    open(link, "_blank", "noopener");
  }
}

/** The styles of the panel. They are read by a script, since a policy for style sheets need not have the gateway. */
async function styles() {
  const made = new CSSStyleSheet();
  // A `rem` is of the page.
  made.replaceSync((await cssAt(new URL("devtools.css", import.meta.url))).replaceAll(/(-?\d*\.?\d+)rem\b/g, "calc($1 * var(--rem))"));
  return made;
}

/** A style sheet with those that it imports, which a package has in one already. */
async function cssAt(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  const text = await response.text();
  const imported = await Promise.all([...text.matchAll(/@import "([^"]+)";/g)].map(([, name]) => cssAt(new URL(name, url))));
  return text.replaceAll(/@import "[^"]+";/g, () => imported.shift());
}

define({
  "searchbus-devtools": DevtoolsElement,
});
