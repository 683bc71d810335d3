// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { Problem } from "./problem.js";

/** The gateway's HTTP calls (design, section 8). Each answers with JSON or throws a `Problem`. */
export class Api {
  /** Called when the gateway says that this browser has no right (any more). */
  onLocked = () => {};

  app() {
    return this.#call("GET", "/api/app");
  }

  /** What the widget types declare. */
  schemas(signal) {
    return this.#call("GET", "/api/schemas", { signal });
  }

  status(signal) {
    return this.#call("GET", "/api/status", { signal });
  }

  /** Which reports of replays are kept. */
  replays(signal) {
    return this.#call("GET", "/api/replays", { signal });
  }

  /** A report of a replay. */
  replay(name, signal) {
    return this.#call("GET", `/api/replays/${encodeURIComponent(name)}`, { signal });
  }

  /** A new session, which begins as a permalink says if there is one. */
  createSession(link = null) {
    return this.#call("POST", "/api/sessions", { body: link === null ? {} : { link } });
  }

  /** Makes sure that a session with a chosen id exists. */
  putSession(session) {
    return this.#call("PUT", `/api/sessions/${encodeURIComponent(session)}`, { body: {} });
  }

  /** Puts intents on the log. Each carries its id: a repeat is answered like the first (`outbox.js` repeats). */
  postIntents(session, intents, { keepalive = false } = {}) {
    return this.#call("POST", `/api/sessions/${encodeURIComponent(session)}/intents`, { body: { intents }, keepalive });
  }

  /** A part of the log: `{ topics, session, correlation, after, before, limit }`. */
  log({ topics = [], ...query }, signal) {
    return this.#call("GET", `/api/log?${searchParameters(topics, query)}`, { signal });
  }

  /** What an intent led to. Intents that left in one batch are one chain, which has the name of the first of them. */
  async chain({ intent, ...query }, signal) {
    const answer = await this.log({ ...query, correlation: intent }, signal);
    const first = answer.events.find(({ event }) => event.id === intent)?.event.correlationid ?? intent;
    return first === intent ? answer : this.log({ ...query, correlation: first }, signal);
  }

  async #call(method, path, { body, signal, keepalive } = {}) {
    const deadline = AbortSignal.timeout(10_000);
    let response;
    try {
      response = await fetch(path, {
        method,
        keepalive,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem({ title: "The gateway did not answer" });
    }
    if (response.status === 401) this.onLocked();
    if (!response.ok) throw await Problem.from(response);
    return response.json();
  }
}

/** Query text for the calls that choose events by topic prefix. Absent values are left out. */
export function searchParameters(topics, query) {
  const parameters = new URLSearchParams(topics.map((topic) => ["topic", topic]));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, value);
  }
  return parameters;
}
