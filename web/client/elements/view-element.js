// SPDX-License-Identifier: MIT

import { attribute } from "../dom.js";
import { BaseElement } from "./base-element.js";
import { sessionOf } from "./session-element.js";

/**
 * An element that draws the view of one widget: `<searchbus-hits widget="books">`. It lies in a `<searchbus-session>`, keeps
 * what a server has drawn in it already, and has no style of its own.
 *
 * Subclasses have `begin()`, called once before the element first draws, and `draw(view)`, called with each new view.
 * An event `view` with `{ view }` comes after each; `data-phase` says whether an answer is there. The event `announce` with
 * `{ message }` says what people who listen to the page should hear, for a live region of the page.
 */
export class ViewElement extends BaseElement {
  #source = null;
  #shown;
  #stop = null;
  #hasBegun = false;
  #isOnItsOwn = false;
  #isWaiting = false;

  /** The name of the widget in the app file. */
  get widget() {
    return this.getAttribute("widget") ?? "";
  }

  /** What was drawn last, or undefined. */
  get view() {
    return this.#shown;
  }

  /** Draws for a script instead of a session: `source.send` gets what is sent, and the script calls `show` with each view. */
  use(source) {
    this.#source = source;
    this.#isOnItsOwn = true;
  }

  async connectedCallback() {
    this.#begin();
    if (this.#isOnItsOwn || this.#stop || this.#isWaiting) return;
    this.#isWaiting = true;
    const session = await sessionOf(this);
    this.#isWaiting = false;
    if (!this.isConnected || session === null) return;
    this.joined(session);
    this.#source = session.view(this.widget);
    this.#stop = this.#source.subscribe((view) => this.show(view));
  }

  /** An element that is only moved leaves its page and enters it again at once. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#stop?.();
      this.#stop = null;
    });
  }

  /** Sends the widget an intent; like `send` of the session's view. A refusal becomes the event `refused`. */
  send(type, data = {}, options = {}) {
    if (this.#source === null) return Promise.resolve(null);
    const sent = this.#source.send(type, data, options);
    sent.catch((problem) => this.dispatchEvent(new CustomEvent("refused", { bubbles: true, detail: { problem } })));
    return sent;
  }

  /** Shows a view. */
  show(view) {
    if (typeof view !== "object" || view === null) return;
    this.#begin();
    this.#shown = view;
    attribute(this, "data-phase", view.phase ?? "ready");
    this.draw(view);
    this.dispatchEvent(new CustomEvent("view", { detail: { view } }));
  }

  /** Draws what was drawn last once more: something that is not in a view has changed. */
  redraw() {
    if (this.#shown) this.draw(this.#shown);
  }

  /** Prepares what is drawn in. */
  begin() {}

  /** Called with the session that the element is in, before its first view. */
  joined() {}

  /** Draws a view. */
  draw() {}

  /** Called with the name and the node of each part that the element has made, for subclasses that add to it. */
  made() {}

  /** Says something to people who listen to the page. */
  announce(message) {
    this.dispatchEvent(new CustomEvent("announce", { bubbles: true, detail: { message } }));
  }

  #begin() {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.begin();
  }
}

/** The descendant that a selector finds, or what `make` makes and appends. */
export function partOf(element, selector, make) {
  const found = element.querySelector(selector);
  if (found) return found;
  const made = make();
  element.append(made);
  return made;
}

/** The page's own words, of the attribute `label-…`, or what is said without them. */
export function labelOf(element, name, otherwise) {
  return element.getAttribute(`label-${name}`) ?? otherwise;
}

/** Gives an element a role and a name for people who listen, by its attribute `label` if it has one; those of the page stay. */
export function present(element, role, name) {
  if (!element.hasAttribute("role")) element.setAttribute("role", role);
  if (element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby")) return;
  element.setAttribute("aria-label", element.getAttribute("label") ?? name);
}

/** Takes children over that a server has drawn, by the keys that they say they have; for `keyed`. */
export function adopt(parent, keyOf, take = () => {}) {
  const children = [...parent.children].map((child) => [keyOf(child), child]).filter(([key]) => key !== undefined);
  for (const [, child] of children) take(child);
  parent.keyedElements = new Map(children);
}

/** Makes elements known by their names, unless a page has loaded this module by another address before. Servers know no elements. */
export function define(elements) {
  if (!globalThis.customElements) return;
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
