// SPDX-License-Identifier: MIT

/**
 * The way of a keystroke through the processes, from left to right. `sends` is the kind of events that lead from a stage to
 * the next one; the last stage's lead back to the first.
 */
export const stages = [
  { name: "gateway", title: "Gateway", sends: "intent" },
  { name: "state", title: "State store", sends: "request" },
  { name: "searchers", title: "Searchers", sends: "results" },
  { name: "widgets", title: "Widgets", sends: "view" },
];

const stageOfRole = { broker: "bus", gateway: "gateway", state: "state", searcher: "searchers", interactor: "widgets" };

/** The stage of a process, `bus`, or, for what has no place on the way, `others`. Pure. */
export function stageOf({ role, reads, writes = [] }) {
  if (Object.hasOwn(stageOfRole, role)) return stageOfRole[role];
  if (writes.some((topic) => topic.startsWith("results/"))) return "searchers";
  // A custom process is a widget, also before it has reported its topics.
  return role === "custom" || writes.some((topic) => topic.startsWith("view/")) ? "widgets" : "others";
}
