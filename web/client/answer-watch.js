// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { verdictOf, Waiting } from "./waiting.js";

const checkPatience = 150;
// What follows from a text at once, before anything was found.
const echoes = /\.(search-box|session)$/;

/**
 * Watches whether a session's intents are answered. A view that follows from an intent is an answer; if none arrives in
 * time the log is read, because an intent may change nothing. So the page knows that it waits, even if the gateway does not
 * respond: `changed({ stage, by })` is called with each change.
 */
export class AnswerWatch {
  #api;
  #session;
  #changed;
  #refused;
  #waiting = new Waiting();
  #places = new Map();
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
  asked(intent, sent) {
    this.#waiting.asked(intent, performance.now());
    sent.then(
      (acknowledged) => {
        if (acknowledged === null) this.#dropped(intent);
        else this.#places.set(intent, acknowledged.sequence);
      },
      () => this.#dropped(intent),
    );
    this.#plan();
  }

  /** A view arrived. One that only shows the request is not an answer yet. */
  viewed(widget, type, event) {
    const { phase } = event.data ?? {};
    this.#waiting.viewed(widget, phase, performance.now());
    const isAnswer = !["loading", "stalled"].includes(phase) && !echoes.test(type);
    const isSettled = isAnswer && this.#waiting.answered(event.correlationid);
    if (isSettled || this.#shown.stage !== "none" || phase === "stalled") this.#show(this.#shown.by);
  }

  /**
   * The whole state was received again. Open intents are looked up; if it is another log's, those of the previous log are dropped:
   * they will not be answered.
   */
  reset(views, epoch) {
    if (this.#epoch !== null && epoch !== this.#epoch) {
      for (const intent of this.#places.keys()) this.#waiting.dropped(intent);
    }
    this.#epoch = epoch;
    const phases = new Map(Object.entries(views).map(([widget, view]) => [widget, view?.phase]));
    this.#waiting.reset(phases, performance.now());
    this.#show(this.#shown.by);
  }

  #dropped(intent) {
    this.#waiting.dropped(intent);
    this.#show(this.#shown.by);
  }

  #plan() {
    clearTimeout(this.#timer);
    const wait = this.#waiting.next(performance.now());
    if (wait === null) this.#places.clear();
    else this.#timer = setTimeout(() => this.#look(), wait);
  }

  async #look() {
    const by = await this.#whoOwes(this.#waiting.youngest);
    if (!this.#stopped.signal.aborted) this.#show(by);
  }

  /** Asks the log about the youngest intent; an intent that is not on the log, or a log that does not answer, owes. */
  async #whoOwes(intent) {
    const after = this.#places.get(intent);
    if (intent === null || after === undefined) return null;
    const { signal } = this.#stopped;
    const before = String(BigInt(after) - 1n).padStart(after.length, "0");
    const asked = this.#api.chain({ session: this.#session(), intent, after: before, limit: 200 }, signal)
      .then(({ events }) => verdictOf(intent, events), () => ({ isAnswered: false, by: null }));
    // A log that takes its time must not keep the page from saying that it waits.
    const late = setTimeout(() => this.#show(null), checkPatience);
    const verdict = await asked;
    clearTimeout(late);
    if (verdict.isAnswered) this.#waiting.answered(intent);
    if (verdict.refusal) this.#refused(verdict.refusal);
    return verdict.by ?? null;
  }

  #show(by) {
    const stage = this.#waiting.stage(performance.now());
    const shown = { stage, by: stage === "none" ? null : by };
    this.#plan();
    if (shown.stage === this.#shown.stage && shown.by === this.#shown.by) return;
    this.#shown = shown;
    this.#changed(shown);
  }
}
