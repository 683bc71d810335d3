// SPDX-License-Identifier: MIT

import { Backoff, pause } from "./backoff.js";
import { onPage } from "./page.js";
import { Problem } from "./problem.js";
import { afterHidden, whenVisible } from "./visibility.js";

const silenceLimit = 12_000;
// A stream that had an event so recently is not doubted.
const freshTime = 1_000;
const hiddenLimit = 30_000;
// A key may be permitted again, but hardly within seconds.
const refusalLimit = 30_000;

/**
 * A server-sent event stream that stays: it reopens after every loss, resumes after the last event it saw, and takes
 * 12 s of silence for a loss (the server sends a heartbeat each 5 s).
 *
 * Where a call to the same server got no answer, or the browser lost its network, it does not wait for that: it opens the stream
 * again at once, and finds out.
 *
 * It reads the stream with `fetch` because `EventSource` can neither say why a connection was refused (401 or 404 need
 * different answers) nor carry `Last-Event-ID` when the watchdog, not the network, ended the last connection.
 */
export class EventStream {
  #api;
  #path;
  #handlers;
  #lastID;
  #stopped = new AbortController();

  /**
   * `path` is a text or a function that makes one (asked again at each opening); `after` is the id of the last event that
   * is known already. Handlers: `event(name, data, id, at)`, where `at` is when its last
   * bytes came by `performance.now()`, `open()`, `lost(problem)`, where a promise returned by `lost` is
   * awaited before the next try, and `waits(milliseconds)` before each wait for the next try.
   */
  constructor(api, path, handlers, { after = null } = {}) {
    this.#api = api;
    this.#path = typeof path === "function" ? path : () => path;
    this.#handlers = handlers;
    this.#lastID = after;
    this.#run();
  }

  close() {
    this.#stopped.abort();
  }

  async #run() {
    const backoff = new Backoff({ first: 300, limit: 4_000 });
    while (!this.#stopped.signal.aborted) {
      await whenVisible(this.#stopped.signal);
      try {
        await this.#readOnce(backoff);
        throw new Problem({ title: "The stream ended" });
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        const problem = error instanceof Problem ? error : new Problem({ title: error.message });
        await this.#handlers.lost?.(problem);
        if (this.#stopped.signal.aborted) return;
        const wait = problem.retryable ? backoff.next() : backoff.next(refusalLimit);
        this.#handlers.waits?.(wait);
        await pause(wait, this.#stopped.signal);
        this.#handlers.waits?.(0);
      }
    }
  }

  async #readOnce(backoff) {
    const attempt = new AbortController();
    const end = () => attempt.abort();
    this.#stopped.signal.addEventListener("abort", end, { once: true });
    afterHidden(hiddenLimit, attempt.signal, end);
    let heardAt = Infinity; // One that is not open yet is not doubted either.
    const doubt = () => { if (performance.now() - heardAt > freshTime) end(); };
    this.#api.addEventListener("unreachable", doubt, { signal: attempt.signal });
    onPage("offline", doubt, { signal: attempt.signal });
    let watchdog = setTimeout(end, silenceLimit);
    try {
      const headers = { accept: "text/event-stream" };
      if (this.#lastID !== null) headers["last-event-id"] = this.#lastID;
      const response = await this.#ask({ headers, signal: attempt.signal, cache: "no-store" });
      const parser = new EventParser();
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      heardAt = performance.now();
      this.#handlers.open?.();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const at = performance.now();
        for (const { name, data, id } of parser.push(decoder.decode(value, { stream: true }))) {
          clearTimeout(watchdog);
          watchdog = setTimeout(end, silenceLimit);
          heardAt = at;
          backoff.reset();
          if (id) this.#lastID = id;
          this.#handlers.event(name, JSON.parse(data), id, at);
        }
      }
    } finally {
      clearTimeout(watchdog);
      this.#stopped.signal.removeEventListener("abort", end);
      attempt.abort();
    }
  }

  async #ask(options) {
    let response;
    try {
      response = await this.#api.request(this.#path(), options);
    } catch {
      throw this.#api.unreachable();
    }
    if (!response.ok) throw await this.#api.problem(response);
    return response;
  }
}

/** Cuts a text stream into events (the line format of the HTML standard, as far as servers use it). */
export class EventParser {
  #rest = "";
  #name = "";
  #data = [];
  #id = "";

  /** Takes the next piece of text, answers with the events it completed. */
  push(piece) {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    const events = [];
    for (const line of lines) {
      if (line !== "") this.#field(line);
      else if (this.#data.length > 0) events.push(this.#finish());
      else this.#clear();
    }
    return events;
  }

  #field(line) {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id") this.#id = value;
  }

  #finish() {
    const event = { name: this.#name || "message", data: this.#data.join("\n"), id: this.#id };
    this.#clear();
    return event;
  }

  #clear() {
    this.#name = "";
    this.#data = [];
    this.#id = "";
  }
}
