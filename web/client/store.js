// SPDX-License-Identifier: MIT

import { atNextFrame } from "./frame.js";
import { isFurtherPage, PagedViews } from "./paged-views.js";

/**
 * The views of one session, as the stream brings them, and who draws them.
 *
 * Views are whole, so the newest of a widget is all there is to know. The first view of a widget since the last frame is
 * handed out at once: it is drawn while the page would only wait for the next frame. Further ones within the same frame
 * wait for its beginning, where the newest of them is handed out: no widget is drawn more than twice a frame.
 */
export class Store {
  #views = new PagedViews();
  #sequences = new Map();
  #watchers = new Map();
  #changed = new Set();
  #drawn = new Set();
  #frameIsAsked = false;
  #epoch = null;
  #initial;

  /** `initial` is the state that a server has drawn, if there is one. */
  constructor(initial = null) {
    if (initial !== null) this.reset(initial);
    this.#initial = new PagedViews(Object.entries(initial?.views ?? {}));
  }

  /** The current view of a widget, or undefined. */
  view(widget) {
    return this.#views.get(widget);
  }

  /** The view of a widget that a server has drawn, or undefined. */
  initialView(widget) {
    return this.#initial.get(widget);
  }

  /** Calls back with each new view of a widget, and soon with the present one. Answers with the way to stop. */
  watch(widget, callback) {
    const callbacks = this.#watchers.get(widget) ?? new Set();
    this.#watchers.set(widget, callbacks.add(callback));
    if (this.#views.has(widget)) this.#handOutLater(widget);
    return () => callbacks.delete(callback);
  }

  /** The whole state: views that are not in it no longer exist. */
  reset({ sequence, views }) {
    this.#views = new PagedViews(Object.entries(views));
    this.#sequences = new Map(Object.keys(views).map((name) => [name, sequence]));
    this.#epoch = null;
    for (const widget of this.#views.widgets()) this.#handOutLater(widget);
  }

  /**
   * One view event. A view never goes back: one that is not newer than what is shown is left out. Answers whether it was
   * taken.
   */
  apply({ topic, event }) {
    const name = topic.split("/")[1];
    const newLog = this.#epoch !== null && event.epoch !== this.#epoch;
    if (!newLog && event.sequence <= (this.#sequences.get(name) ?? "")) return false;
    this.#epoch = event.epoch;
    this.#sequences.set(name, event.sequence);
    const widget = this.#views.set(name, event.data);
    if (isFurtherPage(name) || this.#drawn.has(widget)) this.#handOutLater(widget);
    else this.#handOutNow(widget);
    return true;
  }

  #handOutNow(widget) {
    this.#changed.delete(widget);
    this.#drawn.add(widget);
    this.#askForFrame();
    this.#handOut(widget);
  }

  #handOutLater(widget) {
    this.#changed.add(widget);
    this.#askForFrame();
  }

  #handOut(widget) {
    const view = this.#views.get(widget);
    for (const callback of this.#watchers.get(widget) ?? []) callback(view);
  }

  #askForFrame() {
    if (this.#frameIsAsked) return;
    this.#frameIsAsked = true;
    atNextFrame(() => this.#frameBegins());
  }

  #frameBegins() {
    this.#frameIsAsked = false;
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#drawn.clear();
    for (const widget of changed) this.#handOut(widget);
  }
}
