// SPDX-License-Identifier: MIT

import { topicParts } from "../bus-event.js";
import { microseconds } from "../format.js";
import { trace } from "../trace.js";

const sizes = new WeakMap();

/** How many bytes an event takes as JSON. */
export function sizeOf({ event }) {
  if (!sizes.has(event)) sizes.set(event, new TextEncoder().encode(JSON.stringify(event)).length);
  return sizes.get(event);
}

/**
 * Groups events into actions: an intent, and everything that it caused. What names no intent, such as a view that a timer made, belongs
 * to the action before it in its session; without one it begins an action, or is one if it belongs to no session.
 *
 * An action is `{ id, root, entries, steps, processes, total, bytes, at, outcome }`: its intent's id, the entry it begins with, all
 * entries, what `trace` makes of them, its duration in microseconds, its size, when it began, and the outcome of its intent,
 * `{ result, code }`, or null. One to which nothing was added stays the same object.
 */
export class Actions {
  #known = new Map();

  /** The actions of some entries, the newest first. */
  of(entries) {
    const groups = new Map();
    const last = new Map();
    for (const entry of entries) {
      const { kind, session } = topicParts(entry.topic);
      if (kind === "intent") last.set(session, entry.event.correlationid ?? entry.event.id);
      const id = entry.event.correlationid ?? last.get(session) ?? entry.event.id;
      // The intent before it may not be loaded. What belongs to no session has none.
      if (session !== "" && !last.has(session)) last.set(session, id);
      const group = groups.get(id);
      if (group) group.push(entry);
      else groups.set(id, [entry]);
    }
    const actions = new Map();
    for (const [id, group] of groups) {
      const known = this.#known.get(id);
      const isSame = known?.entries.length === group.length && known.entries[0] === group[0];
      actions.set(id, isSame ? known : actionOf(id, group));
    }
    this.#known = actions;
    return [...actions.values()].sort((one, other) => other.at - one.at);
  }
}

/** Whether an event says that another one was refused or skipped as invalid. */
export function isRefused({ topic, event }) {
  return topicParts(topic).kind === "outcome" && event.data?.result === "rejected";
}

/** The session of an action, or an empty text. */
export function sessionOf({ root }) {
  return topicParts(root.topic).session;
}

/** The action with an id, of all its entries. */
export function actionOf(id, entries) {
  const root = entries.find(({ event }) => event.id === id) ?? entries[0];
  // Intents that left in one batch are one action.
  const outcome = (entries.find(isRefused) ?? entries.find(({ topic }) => topicParts(topic).kind === "outcome"))?.event.data ?? null;
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  return { id, root, entries, ...trace(entries), bytes, at: microseconds(root.event.time), outcome };
}

/**
 * The chain of causes that ends with the last view of an action, by the ids of its events: what would have to be faster for the
 * action to be. Pure.
 */
export function criticalPath({ entries, steps }) {
  const byID = new Map(entries.map(({ event }) => [event.id, event]));
  const views = steps.filter(({ kind }) => kind === "view");
  const last = (views.length > 0 ? views : steps).reduce((late, step) => (late === null || step.to > late.to ? step : late), null);
  const path = new Set();
  for (let event = last?.event; event && !path.has(event.id); event = byID.get(event.causationid)) path.add(event.id);
  return path;
}
