// SPDX-License-Identifier: MIT

import { microseconds } from "./format.js";
import { processOf, topicParts } from "./bus-event.js";

/**
 * Everything that one intent caused, in the order of time. An event's bar begins when its cause happened and ends when it happened
 * itself. What lies between is transport until `received`, where its process received the cause, then the queue of that process until
 * `began`, then work; an event without these members has neither. Pure.
 *
 * Answers `{ steps, processes, total }`: steps, each `{ topic, event, kind, process, from, received, began, to }` with microseconds since
 * the first event; processes in order of appearance.
 */
export function trace(entries) {
  const times = new Map(entries.map(({ event }) => [event.id, microseconds(event.time)]));
  const begin = Math.min(...times.values());
  const steps = entries.map(({ topic, event }) => {
    const to = times.get(event.id) - begin;
    const from = Math.min((times.get(event.causationid) ?? times.get(event.id)) - begin, to);
    return { topic, event, kind: topicParts(topic).kind, process: processOf(event), from, ...momentsOf(event, from, to), to };
  }).sort((one, other) => one.to - other.to || one.from - other.from);
  return {
    steps,
    processes: [...new Set(steps.map((step) => step.process))],
    total: Math.max(0, ...steps.map((step) => step.to)),
  };
}

/** When the cause was received and work on it began. Clocks of machines differ: neither is outside the bar, nor the second before the first. */
function momentsOf(event, from, to) {
  const { received = event.began, began = event.received } = event;
  if (![received, began].every((before) => Number.isInteger(before) && before >= 0)) return {};
  const at = Math.max(from, to - received);
  return { received: at, began: Math.max(at, to - began) };
}
