// SPDX-License-Identifier: MIT

import { searchParameters } from "../client/api.js";
import { Backoff, pause } from "../client/backoff.js";
import { EventStream } from "../client/sse.js";

const page = 200;
const capacity = 2_000;

/**
 * The bus as the events page reads it: the newest part of the log, older parts when asked for, and what happens from
 * then on. Memory is bounded: of more than 2,000 events the oldest go.
 */
export class EventFeed {
  /** Ascending by sequence. */
  events = [];
  more = false;
  /** Whether the log no longer reaches back to what was asked for. */
  trimmed = false;
  connected = false;
  /** Whether the newest part was read. */
  isLoaded = false;
  /** Why it could not be read yet, or null. */
  problem = null;
  #api;
  #query;
  #changed;
  #stream = null;
  #after = null;
  #isLoading = false;
  #stopped = new AbortController();

  /** `query` is `{ topics, session }`; `changed()` is called after each change. */
  constructor(api, query, changed) {
    this.#api = api;
    this.#query = query;
    this.#changed = changed;
    this.#join();
  }

  get isFull() {
    return this.events.length >= capacity;
  }

  close() {
    this.#stopped.abort();
    this.#stream?.close();
  }

  /** Loads the events before the oldest one; asked again meanwhile, it does nothing, so that none comes twice. */
  async loadOlder() {
    const oldest = this.events[0]?.event.sequence;
    if (oldest === undefined || this.isFull || this.#isLoading) return;
    this.#isLoading = true;
    try {
      const limit = Math.min(page, capacity - this.events.length);
      const answer = await this.#api.log({ ...this.#query, before: oldest, limit }, this.#stopped.signal);
      this.events = [...answer.events, ...this.events];
      this.more = answer.more;
      this.trimmed = answer.trimmed;
    } finally {
      this.#isLoading = false;
    }
    this.#changed();
  }

  /** Reads the newest part of the log up to its head, then follows from there, so that nothing falls between. */
  async #join() {
    const backoff = new Backoff();
    while (!this.isLoaded) {
      await this.#readNewest();
      if (this.#stopped.signal.aborted) return;
      this.#changed();
      if (this.problem !== null) await pause(backoff.next(), this.#stopped.signal);
    }
    this.#stream = new EventStream(this.#api, () => this.#path(), {
      open: () => this.#connect(true),
      lost: () => this.#connect(false),
      event: (name, data) => this.#receive(name, data),
    });
  }

  async #readNewest() {
    try {
      const { head } = await this.#api.log({ ...this.#query, limit: 1 }, this.#stopped.signal);
      const before = String(BigInt(head) + 1n).padStart(20, "0");
      const answer = await this.#api.log({ ...this.#query, before, limit: page }, this.#stopped.signal);
      this.events = answer.events;
      this.more = answer.more;
      this.trimmed = answer.trimmed;
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

  #connect(connected) {
    this.connected = connected;
    this.#changed();
  }

  #receive(name, data) {
    if (name === "event") {
      // Events that are not stored (status) have no place of their own on the log.
      const { sequence } = data.event;
      if (sequence && this.#after !== null && sequence <= this.#after) return;
      if (sequence) this.#after = sequence;
      this.events.push(data);
      if (this.events.length > capacity) {
        this.events.splice(0, this.events.length - capacity);
        this.more = true;
      }
      this.#changed();
    } else if (name === "trimmed") {
      this.trimmed = true;
      this.#changed();
    } else if (name === "heartbeat" && this.#after !== null && data.head < this.#after) {
      this.#after = data.head; // The log is a new one: follow it from here.
    }
  }
}
