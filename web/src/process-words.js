// SPDX-License-Identifier: MIT

import { bytes, number } from "./format.js";

/** What a process is called on the page: its only component; roles that exist once, and groups of widgets, go by their name. */
export function processTitle({ name, role, component, components = [] }) {
  return ["interactor", "searcher"].includes(role) && component && components.length < 2 ? component : name;
}

/** How much memory a process takes; not every one tells. */
export function memory({ memoryBytes }) {
  return memoryBytes > 0 ? bytes(memoryBytes) : "–";
}

/** A rate with one digit after the point while it is small. */
export function rate(value = 0) {
  return number(value, { maximumFractionDigits: value < 100 ? 1 : 0 });
}

/** Whether a process runs and reports no problem. */
export function isHealthy({ health: word, problems }) {
  return word === "running" && !problems?.length;
}

/** How a process is, which problems it reports, and which of the engines that it asks do not answer. */
export function health(process) {
  const problems = (process.problems ?? []).map(({ subject, message }) => `${subject}: ${message}`);
  const silent = Object.entries(process.backends ?? {}).filter(([, engine]) => engine.circuit !== "closed");
  return [process.health, ...problems, ...silent.map(([name]) => `engine ${name} does not respond`)].join(", ");
}

/**
 * What the `process` of the filter compares events with: the source of those of this process. One that hosts several widgets writes
 * with the sources of each. Pure.
 */
export function processSource({ name, components = [] }) {
  if (name === "interactors") return "interactor/*";
  if (components.length > 1) return components.map((component) => `interactor/${component}`).join(",");
  return name.replace(/^(interactor|searcher)-/, "$1/");
}
