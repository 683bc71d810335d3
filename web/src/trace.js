// SPDX-License-Identifier: MIT

import { microseconds } from "./format.js";
import { processOf, topicParts } from "./bus-event.js";

/**
 * Everything that one intent caused, in the order of time. An event's bar begins when its cause happened and ends when it happened
 * itself: what lies between is the time its process took, transport included. Pure.
 *
 * Answers `{ steps, processes, total }`: steps, each `{ topic, event, kind, process, from, to }` with microseconds since the first
 * event; processes in order of appearance.
 */
export function trace(entries) {
  const times = new Map(entries.map(({ event }) => [event.id, microseconds(event.time)]));
  const begin = Math.min(...times.values());
  const steps = entries.map(({ topic, event }) => {
    const to = times.get(event.id) - begin;
    const from = (times.get(event.causationid) ?? times.get(event.id)) - begin;
    return { topic, event, kind: topicParts(topic).kind, process: processOf(event), from: Math.min(from, to), to };
  }).sort((one, other) => one.to - other.to || one.from - other.from);
  return {
    steps,
    processes: [...new Set(steps.map((step) => step.process))],
    total: Math.max(0, ...steps.map((step) => step.to)),
  };
}
