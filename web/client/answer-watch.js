// SPDX-License-Identifier: MIT

import { Waiting } from "./waiting.js";

/**
 * Watches whether a session's intents get their outcomes, which its stream brings. So the page knows that it waits, even if the
 * gateway does not respond: `changed({ stage, by })` is called with each change, `refused(message)` with each rejection.
 */
export class AnswerWatch {
  #api;
  #session;
  #changed;
  #refused;
  #waiting = new Waiting();
  /** The intents that are on the log: to whom, and their sequence numbers. */
  #sent = new Map();
  #epoch;
  #shown = { stage: "none", by: null };
  #timer = 0;
  #stopped = new AbortController();

  /** `session` answers with the session's id; `epoch` is that of the log whose state is known already, if any. */
  constructor(api, session, { changed, refused, epoch = null }) {
    this.#api = api;
    this.#session = session;
    this.#changed = changed;
    this.#refused = refused;
    this.#epoch = epoch;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#stopped.abort();
  }

  /** An intent was sent; `sent` is the promise of its sequence number. */
  asked(intent, to, sent) {
    this.#waiting.asked(intent, performance.now());
    sent.then(
      (acknowledged) => {
        if (acknowledged === null) this.#close(intent);
        else if (this.#waiting.isOpen(intent)) this.#sent.set(intent, { to, sequence: acknowledged.sequence });
      },
      () => this.#close(intent),
    );
    this.#show();
  }

  /** An intent of the session has its outcome: of this page, or of another one. */
  ended({ intent, result, message }) {
    if (!this.#waiting.isOpen(intent)) return;
    this.#close(intent);
    if (result === "rejected") this.#refused(message ?? "it was refused");
  }

  /** A view arrived. */
  viewed(widget, phase) {
    this.#waiting.viewed(widget, phase, performance.now());
    this.#show();
  }

  /** The whole state was received again. What was sent to another log gets no outcome. */
  reset(views, epoch) {
    if (this.#epoch !== null && epoch !== this.#epoch) for (const intent of this.#sent.keys()) this.#close(intent);
    this.#epoch = epoch;
    this.#waiting.reset(new Map(Object.entries(views).map(([widget, view]) => [widget, view?.phase])), performance.now());
    this.#show();
    this.missed();
  }

  /** Outcomes may have been missed: those of the open intents are read from the log, once. */
  async missed() {
    const { signal } = this.#stopped;
    for (const [intent, { to, sequence }] of [...this.#sent]) {
      const query = { session: this.#session(), topics: [`outcome/${to}/`], after: sequence, limit: 200 };
      const { events } = await this.#api.log(query, signal).catch(() => ({ events: [] }));
      const found = events.find(({ event }) => event.data?.intent === intent);
      if (found && !signal.aborted) this.ended(found.event.data);
    }
  }

  #close(intent) {
    this.#waiting.closed(intent);
    this.#sent.delete(intent);
    this.#show();
  }

  #show() {
    clearTimeout(this.#timer);
    const now = performance.now();
    const wait = this.#waiting.next(now);
    if (wait !== null && !this.#stopped.signal.aborted) this.#timer = setTimeout(() => this.#show(), wait);
    const stage = this.#waiting.stage(now);
    const by = stage === "none" ? null : this.#sent.get(this.#waiting.oldest)?.to ?? null;
    if (stage === this.#shown.stage && by === this.#shown.by) return;
    this.#shown = { stage, by };
    this.#changed(this.#shown);
  }
}
