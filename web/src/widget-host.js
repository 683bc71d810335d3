// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { controllerFor } from "./controllers/registry.js";
import RawView from "./controllers/raw-view.js";

/**
 * `<search-widget data-widget="brand">`: the place of one widget on a page. It finds the controller, feeds it the
 * widget's views while it is on the page, and keeps a broken controller from breaking its neighbours.
 */
export class WidgetHost extends HTMLElement {
  #widget;
  #session;
  #announce;
  #controller = null;
  #unwatch = null;

  /** Says what to draw. To be called once, before the element enters the page. */
  configure({ widget, session, announce }) {
    this.#widget = widget;
    this.#session = session;
    this.#announce = announce;
    this.dataset.widget = widget.name;
    this.dataset.type = widget.type;
    return this;
  }

  async connectedCallback() {
    let Controller = RawView;
    try {
      Controller = await controllerFor(this.#widget);
    } catch (error) {
      console.error(`The controller of ${this.#widget.name} could not be loaded`, error);
    }
    if (!this.isConnected || this.#controller) return;
    this.#controller = new Controller({ widget: this.#widget, send: this.#send, announce: this.#announce });
    this.append(this.#controller.element);
    this.#unwatch = this.#session.store.watch(this.#widget.name, (view) => this.#render(view));
  }

  disconnectedCallback() {
    this.#unwatch?.();
    this.#controller?.disconnect?.();
  }

  #render(view) {
    this.dataset.phase = view.phase ?? "ready";
    this.toggleAttribute("data-stale", view.stale === true);
    try {
      this.#controller.render(view);
    } catch (error) {
      console.error(`The controller of ${this.#widget.name} could not draw its view`, error);
    }
  }

  #send = (type, data, options) => {
    const sent = this.#session.outbox.send(this.#widget.name, type, data, options);
    sent.catch((problem) => this.#announce(`Not done: ${problem.message}`));
    this.dispatchEvent(new CustomEvent("intent", { bubbles: true, detail: { type, data, sent } }));
    return sent;
  };
}

customElements.define("search-widget", WidgetHost);
