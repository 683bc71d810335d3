// SPDX-License-Identifier: MIT
// Part of SearchBus.

const patience = 300;
const longPatience = 2_000;
const mostOpen = 64;

/**
 * Knows how long something that was asked for has had no answer: intents that this page sent, and widgets that say that
 * their search is stalled. `stage` is `none`, `waiting` (after 300 ms: quick answers never flicker) or `long` (after 2 s).
 *
 * Pure: times, in milliseconds, are handed in.
 */
export class Waiting {
  #open = [];
  #stalled = new Map();

  /** An intent was sent. */
  asked(intent, now) {
    this.#open.push({ intent, since: now });
    // The first says since when; the last is what is asked about.
    if (this.#open.length > mostOpen) this.#open.splice(1, 1);
  }

  /** An intent has its answer, and with it all that were sent before. Answers whether it was open. */
  answered(intent) {
    const place = this.#open.findIndex((each) => each.intent === intent);
    this.#open.splice(0, place + 1);
    return place >= 0;
  }

  /** An intent will not be answered: a later one took its place, or it was refused. Those before it still wait. */
  dropped(intent) {
    this.#open = this.#open.filter((each) => each.intent !== intent);
  }

  /** A widget's view shows whether its search is stalled, after some 200 ms. */
  viewed(widget, phase, now) {
    if (phase !== "stalled") this.#stalled.delete(widget);
    else if (!this.#stalled.has(widget)) this.#stalled.set(widget, now);
  }

  /** The whole state was received again, `phases` by widget: a widget that is not in it waits for nothing. */
  reset(phases, now) {
    for (const widget of this.#stalled.keys()) if (!phases.has(widget)) this.#stalled.delete(widget);
    for (const [widget, phase] of phases) this.viewed(widget, phase, now);
  }

  /** The youngest intent without an answer, or null. */
  get youngest() {
    return this.#open.at(-1)?.intent ?? null;
  }

  stage(now) {
    const age = now - this.#since;
    if (age >= longPatience) return "long";
    return age >= patience || this.#stalled.size > 0 ? "waiting" : "none";
  }

  /** In how many milliseconds to look again, or null if nothing is open. */
  next(now) {
    if (this.#open.length === 0 && this.#stalled.size === 0) return null;
    const age = now - this.#since;
    return Math.max(0, age < patience ? patience - age : age < longPatience ? longPatience - age : longPatience);
  }

  /** Since when the oldest of all that is open is open; of nothing it is the end of time. */
  get #since() {
    return Math.min(this.#open[0]?.since ?? Infinity, ...this.#stalled.values());
  }
}

/**
 * What the log says of an intent, by the events of its chain: whether it is answered, and if not, who owes the answer.
 * An intent that changed nothing has an outcome and no view; one whose search failed or was overtaken is answered too.
 */
export function verdictOf(intent, entries) {
  const parts = entries.map(({ topic, event }) => ({ kind: topic.split("/")[0], name: topic.split("/")[1], event }));
  const of = (...kinds) => parts.filter(({ kind }) => kinds.includes(kind));
  const own = of("intent").find(({ event }) => event.id === intent);
  const outcomes = new Map(of("outcome").map(({ event }) => [event.data?.intent, event]));
  const unheard = of("intent").find(({ event }) => !outcomes.has(event.id));
  if (unheard) return { isAnswered: false, by: unheard.name };
  if (!outcomes.has(intent)) return { isAnswered: false, by: own?.name ?? null };
  const searched = of("request").find(({ event }) => Object.values(event.data?.members ?? {}).some((each) => each?.search));
  const ended = of("search").some(({ event }) => /\.(failed|superseded)$/.test(event.type));
  if (searched && of("results").length === 0 && !ended) return { isAnswered: false, by: searched.name };
  const { type = "", data } = outcomes.get(intent);
  return { isAnswered: true, refusal: type.endsWith(".rejected") ? data?.message ?? "it was refused" : null };
}
