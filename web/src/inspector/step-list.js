// SPDX-License-Identifier: MIT

import { kindHue, shortType, summary, topicParts } from "../bus-event.js";
import { attribute, h } from "../dom.js";
import { bytes, milliseconds, number } from "../format.js";
import { measurementOf } from "../latency.js";
import { roving } from "../roving.js";
import { timeBudget } from "../time-budget.js";
import { criticalPath, isRefused, sizeOf } from "./actions.js";

/**
 * The waterfall of an action: its events in the order in which they happened, each as long as the time since its cause, with transport,
 * queue and work apart.
 */
export class StepList {
  element = h("div", { class: "steps" });
  #open;
  #rows = [];

  /** `open(entry)` is called for the event that a person picks. */
  constructor(open) {
    this.#open = open;
  }

  /** Draws an action; what the filter does not let pass is faint. */
  show(action, filter, picked) {
    const scale = Math.max(action.total, 1);
    const path = criticalPath(action);
    const { steps } = action;
    this.#rows = steps.map((step) => this.#row(step, scale, path, filter));
    const list = h("ol", { class: "step-list", "aria-label": "Events in the order of time" }, this.#rows.map((row) => h("li", {}, row)));
    this.element.replaceChildren(
      h("p", { class: "trace-note" }, h("strong", {}, milliseconds(action.total)),
        ` · ${number(steps.length)} ${steps.length === 1 ? "event" : "events"} · ${number(action.processes.length)} `
          + `${action.processes.length === 1 ? "component" : "components"} · ${bytes(action.bytes)}. `,
        h("span", { class: "step-legend" }, "Marked: the critical path, the chain of causes of the last view. Bars: transport thin, the queue "
          + "of the process pale, its work full.")),
      timeBudget(action.steps, measurementOf(action.id) ?? null) ?? "",
      h("div", { class: "step step-axis", "aria-hidden": "true" }, h("span", { class: "step-line" },
        [0, 0.5, 1].map((part) => h("span", { style: { "--from": String(part) } }, milliseconds(part * scale))))),
      list);
    this.pick(picked);
    roving(list, ".step")();
  }

  /** Marks the event with an id as the picked one. */
  pick(id) {
    for (const row of this.#rows) attribute(row, "aria-current", row.dataset.event === id ? "true" : null);
  }

  #row(step, scale, path, filter) {
    const { topic, event, kind, from, to } = step;
    const isCritical = path.has(event.id);
    const passes = filter.isEmpty || filter.holds(step, to - from);
    // The type of a view or an answer is that of its component.
    const words = [["intent", "outcome"].includes(kind) ? shortType(event) : "", summary(event)].filter(Boolean).join(" ");
    return h("button", {
      type: "button", class: `step${isCritical ? " is-critical" : ""}${passes ? "" : " is-faint"}${isRefused(step) ? " is-refused" : ""}`,
      title: timesOf(step), data: { event: event.id, topic }, on: { click: () => this.#open({ topic, event }) },
    },
    h("span", { class: "kind", style: { "--kind": kindHue(kind) } }, kind),
    h("strong", {}, topicParts(topic).component),
    h("span", { class: "step-words", dir: "auto" }, words),
    h("span", { class: "step-line", "aria-hidden": "true" }, spansOf(step).map(([name, start, end]) => h("i", {
      class: `is-${name}`, style: { "--from": String(start / scale), "--to": String(end / scale), "--kind": kindHue(kind) },
    }))),
    h("span", { class: "step-number" }, milliseconds(to - from)),
    h("span", { class: "step-number" }, bytes(sizeOf(step))));
  }
}

/** The parts of a step's time, each with its name, its start and its end; one without a name where the event does not tell them. */
function spansOf({ from, received, began, to }) {
  if (received === undefined) return [["whole", from, to]];
  return [["transport", from, received], ["queue", received, began], ["work", began, to]];
}

/** The parts in words, such as `0.4 ms transport, 0.1 ms queue, 1.2 ms work`. */
function timesOf(step) {
  const spans = spansOf(step);
  return spans.length === 1 ? null : spans.map(([name, start, end]) => `${milliseconds(end - start)} ${name}`).join(", ");
}
