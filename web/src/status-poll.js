// SPDX-License-Identifier: MIT

import { pause } from "../client/backoff.js";

const interval = 1_000;

/**
 * Asks for the system's status each second, while the page is looked at. How many events the log grows by each second
 * follows from two answers.
 */
export class StatusPoll {
  /** By how many events the log grew in the last second; null while that is unknown. */
  growth = null;
  #api;
  #last = null;
  #stopped = new AbortController();

  /** `answered(status)` and `failed(problem)` tell how each question ended. */
  constructor(api, { answered, failed }) {
    this.#api = api;
    this.#run(answered, failed);
  }

  stop() {
    this.#stopped.abort();
  }

  async #run(answered, failed) {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      if (!document.hidden) {
        try {
          const status = await this.#api.status(signal);
          this.#measure(status);
          answered(status);
        } catch (problem) {
          if (!signal.aborted) failed(problem);
        }
      }
      await pause(interval, signal);
    }
  }

  #measure(status) {
    const last = this.#last;
    this.#last = status;
    if (last === null || last.epoch !== status.epoch) return;
    const seconds = (Date.parse(status.time) - Date.parse(last.time)) / 1000;
    if (seconds <= 0) return;
    const growth = Math.max(0, Number(BigInt(status.head) - BigInt(last.head)));
    this.growth = growth / seconds;
  }
}
