// SPDX-License-Identifier: MIT

import { Api, searchParameters } from "./api.js";
import { initialViews } from "./initial-views.js";
import { pageURL } from "./page.js";
import { Problem } from "./problem.js";
import { Session } from "./session.js";
import { EventStream } from "./sse.js";

/** Addresses of this machine: browsers let pages that came over https ask them without TLS. */
const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\]|[^.]+\.localhost)$/;

/**
 * A gateway to ask: `connect({ url: "https://search.example", token })`. Without a `url` it is the one that the page came
 * from. `token` is a key, or a function that answers with one (a promise too), which is asked for each request.
 */
export function connect({ url = "", token = null } = {}) {
  return new SearchBus(originOf(url), token);
}

/** One gateway: its sessions, searches without a session, and the events of its bus. */
export class SearchBus {
  #api;

  constructor(origin, token) {
    this.#api = new Api({ origin, token });
  }

  /** What runs: searchers, filter states, widgets. */
  app() {
    return this.#api.app();
  }

  /** A session to open: `{ id?, link?, initial? }`, see `Session`. */
  session(options = {}) {
    return new Session(this.#api, options);
  }

  /**
   * The views of a session, for the first paint of a page that a server makes: of a new session, which begins as `link` says, or
   * that of an `id`. Give them to `session({ initial })`, here and in the page.
   */
  initial(options = {}) {
    return initialViews(this.#api, options);
  }

  /** One search, or with `requests` several, without a session. */
  search(request) {
    return this.#api.search(request);
  }

  /** A part of the log: `{ topics, session, correlation, after, before, limit }`. */
  log(query = {}) {
    return this.#api.log(query);
  }

  /**
   * Follows the bus: `event({ topic, event })` is called for each event of the topics, in order and once, over every loss of
   * the connection. `started({ after })` is called once nothing is missed from then on, `trimmed(problem)` if events
   * were removed from the log, `lost(problem)` if the connection was lost. Returns a function that stops it.
   */
  events({ topics = [], session, after } = {}, { event, started = () => {}, trimmed = () => {}, lost = () => {} }) {
    const path = `/api/events?${searchParameters(topics, { session, after })}`;
    const receive = (name, data) => {
      if (name === "event") event(data);
      else if (name === "start") started(data);
      else if (name === "trimmed") trimmed(data);
    };
    const stream = new EventStream(this.#api, path, { event: receive, lost });
    return () => stream.close();
  }
}

/** What to put before paths; nothing where the page is the gateway's own. */
function originOf(url) {
  const page = pageURL();
  if (page === undefined && url === "") {
    throw new Problem({ code: "invalid-argument", title: "The gateway's address is missing", remedy: "Outside of a page, name it: connect({ url, token })." });
  }
  let address;
  try {
    address = new URL(url, page?.href);
  } catch {
    throw new Problem({ code: "invalid-argument", title: `\`${url}\` is not a valid address`, remedy: "Write it as https://search.example." });
  }
  if (!["http:", "https:"].includes(address.protocol)) {
    throw new Problem({ code: "invalid-argument", title: `\`${url}\` is not an HTTP address`, remedy: "Write it as https://search.example." });
  }
  if (page?.protocol === "https:" && address.protocol === "http:" && !ownMachine.test(address.hostname)) {
    throw new Problem({
      code: "mixed-content",
      title: `This page was loaded over https, and browsers block its requests to ${address.origin} without TLS`,
      remedy: "Put the gateway behind a proxy with TLS, and name its https address.",
    });
  }
  return address.origin === page?.origin ? "" : address.origin;
}
