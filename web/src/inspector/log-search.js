// SPDX-License-Identifier: MIT

import { nextSequence } from "../../client/api.js";
import { Backoff, pauseAfter } from "../../client/backoff.js";
import { number, sequence } from "../format.js";

const page = 200;
const capacity = 2_000;
/** After so many requests in a row a person is asked whether to continue. A request looks at some 128 MiB of the log. */
const mostRequests = 16;

/**
 * What a filter finds on the whole log, the newest events first, as a source of entries (`inspector/source.js`). It searches by itself
 * until there is something to show, and then when older ones are asked for.
 */
export class LogSearch {
  events = [];
  isLoaded = false;
  problem = null;
  /** Of an action only the found events are there. */
  isPartial = true;
  #isMore = true;
  #isSearching = false;
  #isTrimmed = false;
  /** The sequence number before which nothing was searched yet. */
  #before = null;
  #api;
  #query;
  #changed;
  #stopped = new AbortController();

  /** `query` is `{ topics, session, filter }`, the filter as the gateway reads it; `changed()` is called after each change. */
  constructor(api, query, changed) {
    this.#api = api;
    this.#query = query;
    this.#changed = changed;
    this.#begin();
  }

  /** Searches until there is an answer, and tries again where that may help. */
  async #begin() {
    const backoff = new Backoff();
    const { signal } = this.#stopped;
    while (!this.isLoaded && !signal.aborted) {
      try {
        await this.loadOlder();
      } catch (problem) {
        if (signal.aborted) return;
        this.problem = problem;
        this.#changed();
        await pauseAfter(problem, backoff, signal);
      }
    }
  }

  get name() {
    return `${this.#query.session ?? "all-sessions"}-search`;
  }

  get more() {
    return this.#isMore && !this.#isSearching && this.events.length < capacity;
  }

  get end() {
    if (this.#isSearching) return "Searching the log…";
    if (this.events.length >= capacity) return "The newest 2,000 found events are loaded";
    return this.#isTrimmed ? "Older events have been deleted (retention)" : "The whole log was searched";
  }

  get note() {
    if (this.#before === null) return "searching the log…";
    if (!this.#isMore) return "the whole log was searched";
    return `the log was searched down to event ${number(Number(sequence(this.#before)))}${this.#isSearching ? "…" : ""}`;
  }

  get empty() {
    return this.#isMore ? `Nothing was found yet: ${this.note}.` : "No event on the log passes the filter.";
  }

  close() {
    this.#stopped.abort();
  }

  /** Searches on until some older events are found; a failure leaves what was found. */
  async loadOlder() {
    if (this.#isSearching || !this.#isMore || this.events.length >= capacity) return;
    this.#isSearching = true;
    const count = this.events.length;
    try {
      for (let request = 0; request < mostRequests && this.#isMore && this.events.length < count + page; request += 1) {
        const answer = await this.#api.log({ ...this.#query, before: this.#before, limit: page }, this.#stopped.signal);
        this.events = [...answer.events, ...this.events];
        this.#before = nextSequence(answer.from);
        this.#isMore = answer.more;
        this.#isTrimmed = answer.trimmed;
        // What was found is shown while the search continues.
        this.isLoaded = this.isLoaded || this.events.length > 0;
        this.problem = null;
        this.#changed();
      }
    } finally {
      this.#isSearching = false;
    }
    this.isLoaded = true;
    this.#changed();
  }
}
