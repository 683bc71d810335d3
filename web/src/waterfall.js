// SPDX-License-Identifier: MIT

import { attribute, h } from "./dom.js";
import { kindHue, kinds, shortType, summary } from "./bus-event.js";
import { milliseconds, number } from "./format.js";
import { roving } from "./roving.js";
import { timeBudget } from "./time-budget.js";
import { trace } from "./trace.js";

/**
 * Draws a trace twice: lanes, one a component (a process may host several), to see what happened where and when; and the tree of causes with the time of
 * each event. `open({ topic, event })` is called for the event a person picks; `picked` is the id of one picked before;
 * `measured` is what this page measured of the keystroke, or null (`measurementOf`).
 */
export function waterfall(entries, { open, picked = null, measured = null }) {
  const { steps, processes, total } = trace(entries);
  if (steps.length === 0) return h("p", { class: "trace-note" }, "These events are no longer on the log.");
  const scale = Math.max(total, 1);
  return h("div", { class: "waterfall", data: { steps: steps.length } },
    h("p", { class: "trace-note" },
      `${number(steps.length)} ${steps.length === 1 ? "event" : "events"} by ${number(processes.length)} `
        + `${processes.length === 1 ? "component" : "components"}, the last after `,
      h("strong", {}, milliseconds(total))),
    timeBudget(steps, measured),
    legend(steps),
    lanes(steps, processes, scale),
    tree(steps, scale, open, picked));
}

/** What the colours and shapes say. */
function legend(steps) {
  const present = Object.keys(kinds).filter((kind) => steps.some((step) => step.kind === kind));
  return h("div", { class: "legend" },
    h("ul", { class: "legend-kinds", "aria-label": "Kinds" },
      present.map((kind) => h("li", { class: "legend-kind", style: { "--kind": kindHue(kind) } }, kind))),
    h("p", { class: "panel-note" },
      "A mark is an event. The line before it begins at its cause: on the way, waiting and work together."));
}

/** Long lines lie below short ones, so that none hides another. */
function lanes(steps, processes, scale) {
  const longestFirst = steps.toSorted((one, other) => (other.to - other.from) - (one.to - one.from));
  const bars = (process) => longestFirst.filter((step) => step.process === process).map((step) => bar(step, scale));
  return h("div", { class: "lanes", "aria-hidden": "true" },
    axis(scale),
    processes.map((process) => h("div", { class: "lane" },
      h("span", { class: "lane-name", title: process }, processName(process)),
      h("span", { class: "lane-line" }, bars(process)))));
}

/** The role before the name is left out where there is little room. */
function processName(process) {
  const slash = process.indexOf("/") + 1;
  return [slash > 0 && h("span", { class: "lane-role" }, process.slice(0, slash)), process.slice(slash)];
}

function axis(scale) {
  const tick = (part) => h("span", { class: "tick", style: { "--from": String(part) } }, milliseconds(part * scale));
  return h("div", { class: "lane lane-axis" },
    h("span", { class: "lane-name" }, "Component"),
    h("span", { class: "lane-line" }, [0, 0.25, 0.5, 0.75, 1].map(tick)));
}

function bar(step, scale) {
  return h("span", {
    class: "bar", title: `${step.process}: ${step.topic} at ${milliseconds(step.to)}`,
    style: { "--from": String(step.from / scale), "--to": String(step.to / scale), "--kind": kindHue(step.kind) },
  });
}

function tree(steps, scale, open, picked) {
  const mark = (rows, chosen) => {
    for (const row of rows) attribute(row, "aria-current", row === chosen ? "true" : null);
  };
  const rows = steps.map((step) => row(step, scale, (element) => {
    mark(rows, element);
    open(step);
  }));
  mark(rows, rows[steps.findIndex((step) => step.event.id === picked)]);
  const list = h("ol", { class: "trace-tree", "aria-label": "What it caused, in order of causes" },
    rows.map((element) => h("li", {}, element)));
  roving(list, ".trace-row")();
  return list;
}

function row(step, scale, choose) {
  const element = h("button", {
    type: "button", class: "trace-row", style: { "--depth": step.depth },
    data: { topic: step.topic, process: step.process }, on: { click: () => choose(element) },
  },
  h("span", { class: "trace-what" },
    h("span", { class: "kind", style: { "--kind": kindHue(step.kind) } }, step.kind),
    h("span", { class: "trace-words" },
      h("span", { class: "trace-topic" }, h("b", {}, shortType(step.event)), ` ${step.topic}`),
      h("span", { class: "trace-process" }, [step.process, summary(step.event)].filter(Boolean).join(" — ")))),
  h("span", { class: "trace-bar", "aria-hidden": "true" }, bar(step, scale)),
  h("span", { class: "trace-time" }, `+${milliseconds(step.to)}`));
  return element;
}
