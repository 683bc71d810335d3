// SPDX-License-Identifier: MIT

import { Backoff, pause } from "./backoff.js";

const largestBatch = 32;

/**
 * Brings a session's intents to the log, in the order in which the person made them.
 *
 * One POST is in flight; what happens meanwhile waits and leaves as one batch, which the server turns into one change
 * and one search. An intent sent with `latest` replaces a waiting one of the same widget and type: while an answer is
 * awaited, typing costs one request, not one a key, and yet no key is delayed by a timer.
 *
 * A POST that fails is repeated with the same intent ids, which the log recognises, until it is answered: nothing is
 * lost and nothing is done twice.
 */
export class Outbox {
  #api;
  #session = null;
  #waiting = [];
  #inFlight = [];
  #running = false;
  #refusal = null;
  #stopped = new AbortController();

  /** Called with true when a POST had to be repeated, with false when one got through again. */
  onTrouble = () => {};

  /** Called with each intent and the promise that `send` answers with. */
  onSent = () => {};

  constructor(api) {
    this.#api = api;
  }

  /** The session is known from now on: what waits for it leaves. */
  open(session) {
    this.#session = session;
    if (!this.#running) this.#run();
  }

  /** The session is refused, and so is everything that waits for it, until it is opened again. */
  refuse(problem) {
    this.#session = null;
    this.#refusal = problem;
    for (const entry of this.#waiting.splice(0)) entry.reject(problem);
  }

  /**
   * Sends one intent. The promise is kept with `{ id, sequence, sentAt }` once it is on the log, with null if a later one took
   * its place before it left, and broken with a `Problem` if the server refused it.
   */
  send(to, type, data = {}, { latest = false } = {}) {
    const intent = { id: newID(), to, type, data };
    const sent = new Promise((resolve, reject) => {
      if (latest) this.#dropWaiting(to, type);
      this.#waiting.push({ intent, latest, resolve, reject });
      if (this.#session !== null && !this.#running) this.#run();
    });
    this.onSent(intent, sent);
    return sent;
  }

  /**
   * The page goes away: what has not been acknowledged leaves in requests that outlive the page. What is in flight is sent again by itself:
   * it may be on the log, and an append of which a part is on the log is refused.
   */
  flush() {
    if (this.#session === null) return;
    const batches = [this.#inFlight];
    for (let start = 0; start < this.#waiting.length; start += largestBatch) batches.push(this.#waiting.slice(start, start + largestBatch));
    for (const batch of batches.filter(({ length }) => length > 0)) {
      this.#api.postIntents(this.#session, batch.map((entry) => entry.intent), { keepalive: true }).catch(() => {});
    }
  }

  stop() {
    this.#stopped.abort();
  }

  #dropWaiting(to, type) {
    const same = (entry) => entry.latest && entry.intent.to === to && entry.intent.type === type;
    for (const entry of this.#waiting.filter(same)) entry.resolve(null);
    this.#waiting = this.#waiting.filter((entry) => !same(entry));
  }

  async #run() {
    this.#running = true;
    while (this.#waiting.length > 0 && !this.#stopped.signal.aborted) {
      this.#inFlight = this.#waiting.splice(0, largestBatch);
      await this.#deliver(this.#inFlight);
      this.#inFlight = [];
    }
    this.#running = false;
  }

  /** Repeats until answered. A refused batch is taken apart, so that one bad intent does not spoil the others. */
  async #deliver(entries) {
    const backoff = new Backoff();
    let troubled = false;
    const sentAt = performance.now();
    while (!this.#stopped.signal.aborted) {
      if (this.#session === null) {
        for (const entry of entries) entry.reject(this.#refusal);
        break;
      }
      try {
        const answer = await this.#api.postIntents(this.#session, entries.map((entry) => entry.intent));
        entries.forEach((entry, index) => entry.resolve({ ...answer.intents[index], sentAt }));
        break;
      } catch (problem) {
        if (problem.code === "unknown-session") {
          await this.#api.putSession(this.#session).catch(() => {});
        } else if (!problem.retryable && problem.status !== 401) {
          if (entries.length === 1) entries[0].reject(problem);
          else for (const entry of entries) await this.#deliver([entry]);
          break;
        }
        // An intent that an administrator holds is not a lost connection.
        if (problem.code !== "held") {
          troubled = true;
          this.onTrouble(true);
        }
        await pause(backoff.next(), this.#stopped.signal);
      }
    }
    if (troubled) this.onTrouble(false);
  }
}

/** A unique random id. */
export function newID() {
  // randomUUID exists only in secure contexts, and a console over plain http on a LAN is not in one.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
