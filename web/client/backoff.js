// SPDX-License-Identifier: MIT

import { isHidden, onPage, onVisibility } from "./page.js";

/** Waiting times that double up to a limit, with jitter so that many browsers do not come back at one moment. */
export class Backoff {
  #first;
  #limit;
  #next;

  constructor({ first = 250, limit = 5_000 } = {}) {
    this.#first = first;
    this.#limit = limit;
    this.#next = first;
  }

  /** The next time to wait, in milliseconds; less than `limit`. */
  next(limit = this.#limit) {
    const wait = Math.min(this.#next, limit) * (0.5 + Math.random() / 2);
    this.#next = Math.min(this.#next * 2, limit);
    return wait;
  }

  reset() {
    this.#next = this.#first;
  }
}

// The longest time that a browser waits for.
const forever = 2 ** 31 - 1;

const retries = new EventTarget();

/** Ends every pause: a person asks to try again now. */
export function retryNow() {
  retries.dispatchEvent(new Event("retry"));
}

/**
 * Waits; ends early, without error, when the signal aborts, and when there is a reason to try again at once: the network is back,
 * or a user looks at the page.
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const ended = new AbortController();
    const options = { signal: ended.signal };
    const end = () => { clearTimeout(timer); ended.abort(); resolve(); };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end, options);
    retries.addEventListener("retry", end, options);
    for (const reason of ["online", "focus"]) onPage(reason, end, options);
    onVisibility(() => { if (!isHidden()) end(); }, options);
  });
}

/** Waits until a request that failed is worth another try: what waiting does not change, until a person or the browser gives a reason. */
export function pauseAfter(problem, backoff, signal) {
  return pause(problem.retryable ? backoff.next() : forever, signal);
}
