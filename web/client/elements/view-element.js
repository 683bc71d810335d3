// SPDX-License-Identifier: MIT

import { sessionOf } from "./session-element.js";

/**
 * An element that draws the view of one widget: `<searchbus-hits widget="books">`. It lies in a `<searchbus-session>`, keeps
 * what a server has drawn in it already, and has no style of its own.
 *
 * Subclasses have `begin()`, called once when the element is first in a page, and `draw(view)`, called with each new view.
 * An event `view` with `{ view }` comes after each; `data-phase` says whether an answer is there.
 */
export class ViewElement extends HTMLElement {
  #view = null;
  #stop = null;
  #hasBegun = false;
  #isWaiting = false;

  /** The name of the widget in the app file. */
  get widget() {
    return this.getAttribute("widget") ?? "";
  }

  /** What was drawn last, or undefined. */
  get view() {
    return this.#view?.current;
  }

  async connectedCallback() {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.begin();
    }
    if (this.#stop || this.#isWaiting) return;
    this.#isWaiting = true;
    const session = await sessionOf(this);
    this.#isWaiting = false;
    if (!this.isConnected || session === null) return;
    this.#view = session.view(this.widget);
    this.#stop = this.#view.subscribe((view) => this.#show(view));
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
    if (this.#view === null) return Promise.resolve(null);
    const sent = this.#view.send(type, data, options);
    sent.catch((problem) => this.dispatchEvent(new CustomEvent("refused", { bubbles: true, detail: { problem } })));
    return sent;
  }

  /** Prepares what is drawn in. */
  begin() {}

  /** Draws a view. */
  draw() {}

  #show(view) {
    if (typeof view !== "object" || view === null) return;
    this.dataset.phase = view.phase ?? "ready";
    this.draw(view);
    this.dispatchEvent(new CustomEvent("view", { detail: { view } }));
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

/** Takes children over that a server has drawn, by the keys that they say they have; for `keyed`. */
export function adopt(parent, keyOf, take = () => {}) {
  const children = [...parent.children].map((child) => [keyOf(child), child]).filter(([key]) => key !== undefined);
  for (const [, child] of children) take(child);
  parent.keyedElements = new Map(children);
}

/** Makes elements known by their names, unless a page has loaded this module by another address before. */
export function define(elements) {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
