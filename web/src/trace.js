// SPDX-License-Identifier: MIT

import { microseconds } from "./format.js";
import { processOf, topicParts } from "./bus-event.js";

/**
 * Orders everything that one intent caused into a tree: each event under the event that caused it. An event's bar
 * begins when its cause happened and ends when it happened itself: what lies between is the time its process took,
 * transport included. Pure.
 *
 * Answers `{ steps, processes, total }`: steps in tree order, each `{ topic, event, kind, process, depth, from, to }`
 * with microseconds since the first event; processes in order of appearance.
 */
export function trace(entries) {
  const times = entries.map(({ event }) => microseconds(event.time));
  const begin = Math.min(...times);
  const nodes = entries.map(({ topic, event }, index) => ({
    topic, event, kind: topicParts(topic).kind, process: processOf(event), at: times[index] - begin, children: [],
  }));
  const byID = new Map(nodes.map((node) => [node.event.id, node]));
  const roots = [];
  for (const node of nodes) {
    const cause = byID.get(node.event.causationid);
    if (cause && cause !== node) cause.children.push(node);
    else roots.push(node);
  }
  const steps = [];
  const visited = new Set();
  const walk = (node, depth, from) => {
    if (visited.has(node)) return;
    visited.add(node);
    const { children, at, ...rest } = node;
    steps.push({ ...rest, depth, from: Math.min(from, at), to: at });
    for (const child of children) walk(child, depth + 1, at);
  };
  for (const root of roots) walk(root, 0, root.at);
  return {
    steps,
    processes: [...new Set(steps.map((step) => step.process))],
    total: Math.max(0, ...steps.map((step) => step.to)),
  };
}
