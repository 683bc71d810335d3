// SPDX-License-Identifier: MIT

import { h, text } from "./dom.js";
import { milliseconds } from "./format.js";
import { afterPaint } from "../client/frame.js";

const expiry = 10_000;
const quietTime = 250;

const measurements = new Map();
const mostMeasurements = 100;

/**
 * What was measured for an intent since the page was opened: `{ intent, elapsed, widget, view, sent, bytes, applied, drawn }`:
 * milliseconds since the key, and `view`, the event that was drawn. What is unknown is undefined.
 */
export function measurementOf(intent) {
  return measurements.get(intent);
}

/**
 * Measures what a person feels: the time from a keystroke to the first frame on the screen that shows its hits. The
 * badge leads to what that keystroke caused.
 */
export class Latency {
  #linkTo;
  #typed = null;
  #timer = 0;
  element = h("a", {
    class: "latency", title: "From the last keystroke to its results on the screen. Opens it on the Bus page.",
  });

  /** `linkTo(intentID)` makes the address of an action; null where none may be looked at. */
  constructor(linkTo) {
    this.#linkTo = linkTo;
  }

  /** A text was typed; `sent` is the promise of its intent, `at` is when. */
  typed(query, sent, at) {
    this.#typed = { query, sent, at };
  }

  /**
   * A hits view of a widget is being drawn, of which `arrival` says by which event it came, and when. If it answers the last
   * keystroke, the time is taken after the frame's paint.
   */
  drawn(widget, view, arrival) {
    const typed = this.#typed;
    if (typed === null || view.query !== typed.query || !["ready", "idle"].includes(view.phase)) return;
    this.#typed = null;
    const moments = { view: arrival?.id, bytes: arrival?.at - typed.at, applied: performance.now() - typed.at };
    // Others that draw it are called in the same task.
    queueMicrotask(() => { moments.drawn = performance.now() - typed.at; });
    afterPaint(() => this.#showSoon({ ...typed, widget, moments }, performance.now() - typed.at));
  }

  /** The badge is drawn between keys: drawing it is not part of what it measures, and must not delay the next. */
  #showSoon(typed, elapsed) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(typed, elapsed), quietTime);
  }

  async #show({ sent, at, widget, moments }, elapsed) {
    if (elapsed > expiry) return;
    const acknowledged = await sent.catch(() => null);
    this.element.dataset.milliseconds = elapsed.toFixed(1);
    text(this.element, `${milliseconds(elapsed * 1000)} key to screen`);
    if (!acknowledged || this.#linkTo === null) return;
    this.element.href = this.#linkTo(acknowledged.id);
    measurements.set(acknowledged.id, { intent: acknowledged.id, elapsed, widget, sent: acknowledged.sentAt - at, ...moments });
    if (measurements.size > mostMeasurements) measurements.delete(measurements.keys().next().value);
  }
}
