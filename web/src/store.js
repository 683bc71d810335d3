// SPDX-License-Identifier: MIT
// Part of SearchBus.

/**
 * The views of one session, as the stream brings them, and who draws them.
 *
 * Views are whole, so the newest of a widget is all there is to know. Changes are handed out once a frame: however many
 * views arrive together, the screen changes in one step and shows no half of an update.
 */
export class Store {
  #views = new Map();
  #sequences = new Map();
  #watchers = new Map();
  #changed = new Set();
  #frame = 0;
  #epoch = null;

  /** The current view of a widget, or undefined. */
  view(widget) {
    return this.#views.get(widget);
  }

  /** Calls back with each new view of a widget, and soon with the present one. Answers with the way to stop. */
  watch(widget, callback) {
    const callbacks = this.#watchers.get(widget) ?? new Set();
    this.#watchers.set(widget, callbacks.add(callback));
    if (this.#views.has(widget)) this.#schedule(widget);
    return () => callbacks.delete(callback);
  }

  /** The whole state: what is not in it exists no more. */
  reset({ sequence, views }) {
    this.#views = new Map(Object.entries(views));
    this.#sequences = new Map(Object.keys(views).map((widget) => [widget, sequence]));
    this.#epoch = null;
    for (const widget of this.#views.keys()) this.#schedule(widget);
  }

  /** One view event. A view never goes back: one that is not newer than what is shown is left out. */
  apply({ topic, event }) {
    const widget = topic.split("/")[1];
    const newLog = this.#epoch !== null && event.epoch !== this.#epoch;
    if (!newLog && event.sequence <= (this.#sequences.get(widget) ?? "")) return;
    this.#epoch = event.epoch;
    this.#views.set(widget, event.data);
    this.#sequences.set(widget, event.sequence);
    this.#schedule(widget);
  }

  #schedule(widget) {
    this.#changed.add(widget);
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#handOut());
  }

  #handOut() {
    this.#frame = 0;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const widget of changed) {
      for (const callback of this.#watchers.get(widget) ?? []) callback(this.#views.get(widget));
    }
  }
}
