// SPDX-License-Identifier: MIT

/** Runs something once nothing further has come for `quiet` milliseconds, at the latest `longest` milliseconds after the first. */
export class QuietTime {
  #run;
  #quiet;
  #longest;
  #since = 0;
  #timer = 0;

  constructor(run, { quiet, longest }) {
    this.#run = run;
    this.#quiet = quiet;
    this.#longest = longest;
  }

  /** Something has come. */
  wait() {
    const now = performance.now();
    if (this.#timer === 0) this.#since = now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), Math.min(this.#quiet, Math.max(this.#since + this.#longest - now, 0)));
  }

  #end() {
    this.#timer = 0;
    this.#run();
  }
}
