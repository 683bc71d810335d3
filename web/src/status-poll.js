// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { pause } from "./backoff.js";

const interval = 1_000;
const memory = 60;

/** Asks for the system's status each second, while the page is looked at; remembers the rates of the last minute. */
export class StatusPoll {
  rates = [];
  #api;
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
          this.rates = [...this.rates, status.log?.appendsPerSecond ?? 0].slice(-memory);
          answered(status);
        } catch (problem) {
          if (!signal.aborted) failed(problem);
        }
      }
      await pause(interval, signal);
    }
  }
}
