// SPDX-License-Identifier: MIT

const patience = 300;
const longPatience = 2_000;
const mostOpen = 64;

/**
 * Knows how long something has been awaited: outcomes of intents that this page sent, and widgets whose search is stalled.
 * `stage` is `none`, `waiting` (after 300 ms: quick answers never flicker) or `long` (after 2 s).
 *
 * Pure: times, in milliseconds, are passed in.
 */
export class Waiting {
  /** When each open intent was sent, the oldest first. */
  #open = new Map();
  #stalled = new Map();

  /** An intent was sent. */
  asked(intent, now) {
    this.#open.set(intent, now);
    // The first determines since when; one of the others is forgotten.
    if (this.#open.size > mostOpen) this.#open.delete([...this.#open.keys()][1]);
  }

  isOpen(intent) {
    return this.#open.has(intent);
  }

  /** An intent has its outcome, or will not get one. */
  closed(intent) {
    this.#open.delete(intent);
  }

  /** A widget's view shows whether its search is stalled, after some 200 ms. */
  viewed(widget, phase, now) {
    if (phase !== "stalled") this.#stalled.delete(widget);
    else if (!this.#stalled.has(widget)) this.#stalled.set(widget, now);
  }

  /** The whole state was received again, `phases` by widget: a widget that is not in it waits for nothing. */
  reset(phases, now) {
    for (const widget of this.#stalled.keys()) if (!phases.has(widget)) this.#stalled.delete(widget);
    for (const [widget, phase] of phases) this.viewed(widget, phase, now);
  }

  /** The oldest intent without an outcome, or null. */
  get oldest() {
    return this.#open.keys().next().value ?? null;
  }

  stage(now) {
    const age = now - this.#since;
    if (age >= longPatience) return "long";
    return age >= patience || this.#stalled.size > 0 ? "waiting" : "none";
  }

  /** In how many milliseconds the stage changes, or null if it stays. */
  next(now) {
    const age = now - this.#since;
    return age < 0 || age >= longPatience ? null : age < patience ? patience - age : longPatience - age;
  }

  /** Since when the oldest of all that is open is open; of nothing it is the end of time. */
  get #since() {
    return Math.min(this.#open.values().next().value ?? Infinity, ...this.#stalled.values());
  }
}
