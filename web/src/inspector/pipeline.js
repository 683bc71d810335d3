// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { bytes, milliseconds, number, sequence } from "../format.js";
import { stageOf, stages } from "../process-stages.js";
import { isHealthy, processSource, processTitle } from "../process-words.js";

/**
 * The processes in the order in which an action passes them: each with its health and, of the chosen action, the time that it took.
 */
export class Pipeline {
  element = h("div", { class: "bus-pipeline", role: "group", "aria-label": "Processes" });
  #stages = stages.map((stage) => ({ ...stage, nodes: h("div", { class: "pipeline-nodes" }) }));
  #log = h("span", { class: "pipeline-node is-log" });
  #pick;
  #status = null;
  #chosen = null;
  #took = new Map();

  /** `pick(process)` is called with the process that a person picks. */
  constructor(pick) {
    this.#pick = pick;
    this.element.append(...this.#stages.flatMap(({ title, sends, nodes }) => [
      h("div", { class: "pipeline-stage" }, h("span", { class: "pipeline-title" }, title), nodes),
      h("span", { class: "pipeline-arrow", "aria-hidden": "true", title: sends }, "→"),
    ]), h("div", { class: "pipeline-stage" }, h("span", { class: "pipeline-title" }, "Log"), h("div", { class: "pipeline-nodes" }, this.#log)));
  }

  /** What the processes report, and which of them is chosen, or null. */
  showStatus(status, chosen) {
    this.#status = status;
    this.#chosen = chosen;
    this.#draw();
  }

  /** The action whose times are shown, or null. */
  showAction(action) {
    this.#took = new Map();
    for (const { process, from, received = from, to } of action?.steps ?? []) {
      this.#took.set(process, Math.max(this.#took.get(process) ?? 0, to - received));
    }
    this.#draw();
  }

  #draw() {
    if (this.#status === null) return;
    const { processes, head, log } = this.#status;
    for (const { name, nodes } of this.#stages) {
      keyed(nodes, processes.filter((process) => stageOf(process) === name), {
        key: (process) => `${process.machine ?? ""}/${process.name}`,
        create: () => {
          const parts = { name: h("span", {}), time: h("small", {}) };
          const node = h("button", { type: "button", on: { click: () => this.#pick(node.process) } }, parts.name, parts.time);
          node.parts = parts;
          return node;
        },
        update: (node, process) => this.#drawNode(node, process),
      });
    }
    text(this.#log, `${sequence(head)} events${log ? ` · ${bytes(log.bytes)}` : ""}`);
  }

  #drawNode(node, process) {
    node.process = process;
    attribute(node, "aria-pressed", String(process === this.#chosen));
    const time = this.#timeOf(process);
    const { health, lag, restarts, turnMicros, problems } = process;
    attribute(node, "class", `pipeline-node is-${health}${isHealthy(process) ? "" : " is-troubled"}${time === undefined ? "" : " is-lit"}`);
    const facts = [
      `${process.name}: ${health}`,
      turnMicros && `p50 ${milliseconds(turnMicros.p50)}`, turnMicros && `p99 ${milliseconds(turnMicros.p99)}`,
      lag > 0 && `lag ${number(lag)}`, restarts > 0 && `${number(restarts)} ${restarts === 1 ? "restart" : "restarts"}`,
      ...(problems ?? []).map(({ message }) => message),
    ];
    attribute(node, "title", facts.filter(Boolean).join(" · "));
    text(node.parts.name, processTitle(process));
    text(node.parts.time, time === undefined ? "" : milliseconds(time));
  }

  /** What a process took of the chosen action: events have the component as their source, of which a process may host several. */
  #timeOf(process) {
    const { components = [] } = process;
    const times = [processSource(process), ...components.map((name) => `interactor/${name}`)].map((name) => this.#took.get(name));
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.max(...known) : undefined;
  }
}
