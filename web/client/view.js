// SPDX-License-Identifier: MIT

/**
 * The view of one widget in a session: what it is, how it changes, and the way to send its widget something. `subscribe` and
 * `send` may be handed on without their view.
 */
export class View {
  #store;
  #outbox;
  #read;

  /** `read` is called with each subscription. */
  constructor(widget, store, outbox, read = () => {}) {
    this.widget = widget;
    this.#store = store;
    this.#outbox = outbox;
    this.#read = read;
  }

  /** The view as it is now, or undefined before there is one. A list of hits has the hits of all its pages. */
  get current() {
    return this.#store.view(this.widget);
  }

  /** The view that the session began with, which a server drew; undefined without one. A first drawing that is to equal the server's has it. */
  get initial() {
    return this.#store.initialView(this.widget);
  }

  /**
   * Calls back with each new view, at most twice a frame, and soon with the present one. A view is whole: draw what it says,
   * and remember nothing of others. Answers with the way to stop.
   */
  subscribe = (callback) => {
    this.#read();
    return this.#store.watch(this.widget, callback);
  };

  /** Sends the widget an intent; like `send` of the session. */
  send = (type, data = {}, { latest = false } = {}) => this.#outbox.send(this.widget, type, data, { latest });
}
