// SPDX-License-Identifier: MIT

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

  /** The next time to wait, in milliseconds. */
  next() {
    const wait = this.#next * (0.5 + Math.random() / 2);
    this.#next = Math.min(this.#next * 2, this.#limit);
    return wait;
  }

  reset() {
    this.#next = this.#first;
  }
}

/** Waits; ends early, without error, when the signal aborts. */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}
