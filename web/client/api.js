// SPDX-License-Identifier: MIT

import { pageURL } from "./page.js";
import { Problem } from "./problem.js";

const mostChainRequests = 100;

/**
 * The gateway's HTTP calls (design, section 8). Each answers with JSON or throws a `Problem`.
 *
 * A page of the gateway itself is known by its cookie; a page of another origin names the gateway's `origin` and shows a
 * `token`, a text or a function that answers with one, which is asked for each request.
 *
 * The event `unreachable` says that a call got no answer.
 */
export class Api extends EventTarget {
  #origin;
  #token;

  /** Called when the gateway reports that this browser is not, or no longer, authorized. */
  onLocked = () => {};

  constructor({ origin = "", token = null } = {}) {
    super();
    this.#origin = origin;
    this.#token = token;
  }

  /** The origin of the gateway. */
  get origin() {
    return this.#origin || pageURL().origin;
  }

  app(signal) {
    return this.#call("GET", "/api/app", { signal });
  }

  /** What the widget types declare. */
  schemas(signal) {
    return this.#call("GET", "/api/schemas", { signal });
  }

  status(signal) {
    return this.#call("GET", "/api/status", { signal });
  }

  /** What people searched for in the last `days`; each list has at most `limit` rows. */
  insights({ days, limit }, signal) {
    return this.#call("GET", `/api/insights?${searchParameters([], { days, limit })}`, { signal });
  }

  /** Which reports of replays are kept. */
  replays(signal) {
    return this.#call("GET", "/api/replays", { signal });
  }

  /** A report of a replay. */
  replay(name, signal) {
    return this.#call("GET", `/api/replays/${encodeURIComponent(name)}`, { signal });
  }

  /** A new session, which begins as a permalink says if there is one; of a chosen id it can be asked for again. */
  createSession(link = null, session = null) {
    const body = { ...(link === null ? {} : { link }), ...(session === null ? {} : { session }) };
    return this.#call("POST", "/api/sessions", { body });
  }

  /** Makes sure that a session with a chosen id exists. */
  putSession(session) {
    return this.#call("PUT", `/api/sessions/${encodeURIComponent(session)}`, { body: {} });
  }

  /** A link that opens a session in other browsers; for those who may administer. */
  makeLink({ session, readOnly, expiresIn }, signal) {
    return this.#call("POST", "/api/links", { body: { session, readOnly, expiresIn }, signal });
  }

  /** Every view of a session, and the sequence number of that state; with `at` those of an earlier one. */
  session(session, { at = null } = {}, signal) {
    const query = at === null ? "" : `?${searchParameters([], { at })}`;
    return this.#call("GET", `/api/sessions/${encodeURIComponent(session)}${query}`, { signal });
  }

  /** One search, or with `requests` several, without a session. */
  search(request, signal) {
    return this.#call("POST", "/api/search", { body: request, signal });
  }

  /** Puts intents on the log. Each carries its id: a repeat is answered like the first (`outbox.js` repeats). */
  postIntents(session, intents, { keepalive = false } = {}) {
    return this.#call("POST", `/api/sessions/${encodeURIComponent(session)}/intents`, { body: { intents }, keepalive });
  }

  /** A part of the log: `{ topics, session, correlation, filter, after, before, limit }`. */
  log({ topics = [], ...query }, signal) {
    return this.#call("GET", `/api/log?${searchParameters(topics, query)}`, { signal });
  }

  /**
   * The chain of an event, by its id. Intents that left in one batch are one chain, which has the name of the first of them. A request
   * reads a bounded part of the log, so that older events take several.
   */
  async chain({ event: id, ...query }, signal) {
    let part = await this.log({ ...query, correlation: id }, signal);
    for (let request = 1; part.events.length === 0 && part.more && request < mostChainRequests; request += 1) {
      part = await this.log({ ...query, correlation: id, before: nextSequence(part.from) }, signal);
    }
    const first = part.events.find(({ event }) => event.id === id)?.event.correlationid ?? id;
    return first === id ? part : this.log({ ...query, correlation: first, after: part.from }, signal);
  }

  /** A request with what shows who asks; answers as `fetch` does. */
  async request(path, { headers = {}, ...options } = {}) {
    // The last request of a page that goes away has to leave at once: only a function is awaited.
    const token = typeof this.#token === "function" ? await this.#token() : this.#token;
    const right = token === null || token === undefined ? {} : { authorization: `Bearer ${token}` };
    const credentials = this.#origin === "" ? "same-origin" : "omit";
    return fetch(this.#origin + path, { credentials, ...options, headers: { ...headers, ...right } });
  }

  /** What is said where nothing came back at all; the browser does not tell a page whether it was refused. */
  unreachable() {
    if (this.#origin === "") return new Problem({ title: "The gateway did not respond" });
    const page = pageURL();
    if (page === undefined) return new Problem({ title: `${this.#origin} did not respond`, remedy: "Check the address, and that the gateway runs." });
    return new Problem({
      title: `${this.#origin} did not respond, or does not permit pages of ${page.origin}`,
      remedy: `Check that it runs and that its app file permits this origin: web: { origins: [${page.origin}] }`,
    });
  }

  /** The problem in the response to a failed request. */
  async problem(response) {
    const problem = await Problem.from(response);
    if (response.status === 401 && this.#origin !== "" && (this.#token ?? "") === "") {
      problem.remedy = "Give the page a token: connect({ url, token }). Cookies do not count for pages of other origins.";
    }
    return problem;
  }

  async #call(method, path, { body, signal, keepalive } = {}) {
    const deadline = AbortSignal.timeout(10_000);
    let response;
    try {
      response = await this.request(path, {
        method,
        keepalive,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      this.dispatchEvent(new Event("unreachable"));
      throw this.unreachable();
    }
    if (response.status === 401) this.onLocked();
    if (!response.ok) throw await this.problem(response);
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

/** The sequence number after another one, as the log writes it. */
export function nextSequence(sequence) {
  return String(BigInt(sequence) + 1n).padStart(20, "0");
}
