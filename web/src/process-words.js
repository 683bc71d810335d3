// SPDX-License-Identifier: MIT

import { bytes, duration, number } from "./format.js";

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

/** How a process is, which problems it reports, and which of the engines that it asks do not answer. */
export function health(process) {
  const problems = (process.problems ?? []).map(({ subject, message }) => `${subject}: ${message}`);
  const silent = Object.entries(process.backends ?? {}).filter(([, engine]) => engine.circuit !== "closed");
  return [process.health, ...problems, ...silent.map(([name]) => `engine ${name} does not respond`)].join(", ");
}

/** Everything about a process in one sentence, for people who listen. */
export function processSentence(process) {
  return [
    `${process.name}, ${process.role}`,
    `health ${health(process)}`,
    `${rate(process.eventsPerSecond)} events a second`,
    `lag ${number(process.lag ?? 0)}`,
    memory(process) === "–" ? "memory unknown" : `memory ${memory(process)}`,
    `${process.restarts ?? 0} restarts`,
    `up ${duration(process.uptimeSeconds ?? 0)}`,
  ].join(", ");
}

/** Whether something `from` writes is among what `to` reads. Topics are prefixes on both sides. */
export function feeds(from, to) {
  return (from.writes ?? []).some((written) =>
    (to.reads ?? []).some((read) => written.startsWith(read) || read.startsWith(written)));
}
