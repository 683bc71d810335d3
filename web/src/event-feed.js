// SPDX-License-Identifier: MIT

import { nextSequence, searchParameters } from "../client/api.js";
import { Backoff, pauseAfter } from "../client/backoff.js";
import { EventStream } from "../client/sse.js";

const page = 200;
const capacity = 2_000;
// A request reads a bounded part of the log, which may have no event that was asked for.
const mostRequests = 10;

/**
 * The live bus as a source of entries (`inspector/source.js`): the newest part of the log, older parts when asked for, and what happens
 * from then on. Memory is bounded: of more than 2,000 events the oldest are dropped.
 */
export class EventFeed {
  events = [];
  isLoaded = false;
  problem = null;
  #hasMore = false;
  #isTrimmed = false;
  #isConnected = false;
  /** The sequence number after which the events are complete. */
  #start = null;
  #api;
  #query;
  #changed;
  #stream = null;
  #after = null;
  #isLoading = false;
  #stopped = new AbortController();

  /** `query` is `{ topics, session, empty }`, without a session all of them; `changed()` is called after each change. */
  constructor(api, query, changed) {
    this.#api = api;
    this.#query = query;
    this.#changed = changed;
    this.#join();
  }

  get name() {
    return this.#query.session ?? "all-sessions";
  }

  get more() {
    return this.#hasMore && !this.#isFull;
  }

  get end() {
    if (this.#isFull) return "The latest 2,000 events are loaded";
    return this.#isTrimmed ? "Older events have been deleted (retention)" : "Start of the log";
  }

  get note() {
    if (this.problem !== null) return "not connected";
    return this.#isConnected ? "live" : "connecting…";
  }

  get empty() {
    return this.#query.empty;
  }

  get #isFull() {
    return this.events.length >= capacity;
  }

  close() {
    this.#stopped.abort();
    this.#stream?.close();
  }

  /** Loads the events before the oldest one; called again meanwhile, it does nothing, so that none comes twice. */
  async loadOlder() {
    if (!this.more || this.#isLoading) return;
    this.#isLoading = true;
    const count = this.events.length;
    try {
      for (let request = 0; request < mostRequests && this.more && this.events.length === count; request += 1) {
        const limit = Math.min(page, capacity - this.events.length);
        this.#prepend(await this.#read({ before: nextSequence(this.#start), limit }));
      }
    } finally {
      this.#isLoading = false;
    }
    this.#changed();
  }

  #read(part) {
    const { topics, session } = this.#query;
    return this.#api.log({ topics, session, ...part }, this.#stopped.signal);
  }

  #prepend({ events, from, more, trimmed }) {
    this.events = [...events, ...this.events];
    this.#start = from;
    this.#hasMore = more;
    this.#isTrimmed = trimmed;
  }

  /** Reads the newest part of the log up to its head, then follows from there, so that nothing falls between. */
  async #join() {
    const backoff = new Backoff();
    while (!this.isLoaded) {
      await this.#readNewest();
      if (this.#stopped.signal.aborted) return;
      this.#changed();
      if (this.problem !== null) await pauseAfter(this.problem, backoff, this.#stopped.signal);
    }
    this.#stream = new EventStream(this.#api, () => this.#path(), {
      open: () => this.#connect(true),
      lost: (problem) => this.#lose(problem),
      event: (name, data) => this.#receive(name, data),
    });
  }

  async #readNewest() {
    try {
      const { head } = await this.#read({ limit: 1 });
      this.#prepend(await this.#read({ before: nextSequence(head), limit: page }));
      this.#after = head;
      this.problem = null;
      this.isLoaded = true;
    } catch (problem) {
      this.problem = problem;
    }
  }

  #path() {
    const { topics, session } = this.#query;
    return `/api/events?${searchParameters(topics, { session, after: this.#after })}`;
  }

  #connect(isConnected) {
    this.#isConnected = isConnected;
    this.problem = null;
    this.#changed();
  }

  /** A refusal is said, and not asked again by itself. */
  async #lose(problem) {
    this.#connect(false);
    if (problem.retryable) return;
    this.problem = problem;
    this.#changed();
    await pauseAfter(problem, null, this.#stopped.signal);
  }

  #receive(name, data) {
    if (name === "event") {
      // Events that are not stored (status) have no place of their own on the log.
      const { sequence } = data.event;
      if (sequence && this.#after !== null && sequence <= this.#after) return;
      if (sequence) this.#after = sequence;
      this.events.push(data);
      if (this.events.length > capacity) {
        const dropped = this.events.splice(0, this.events.length - capacity).at(-1);
        this.#start = dropped.event.sequence ?? this.#start;
        this.#hasMore = true;
      }
      this.#changed();
    } else if (name === "trimmed") {
      this.#isTrimmed = true;
      this.#changed();
    } else if (name === "heartbeat" && this.#after !== null && data.head < this.#after) {
      this.#after = data.head; // The log is a new one: follow it from here.
    }
  }
}
