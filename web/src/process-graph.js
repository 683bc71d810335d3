// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "./dom.js";
import { stageOf, stages } from "./process-stages.js";
import { feeds, memory, processSentence, processTitle, rate } from "./process-words.js";
import { roving } from "./roving.js";

/**
 * The processes in the order in which a keystroke passes them, on the bus through which everything goes. Choosing one shows
 * which processes it reads from (upstream) and which read from it (downstream).
 */
export class ProcessGraph {
  #processes = [];
  #chosen = null;
  #choose;
  #places = new Map();
  #flows = new Map();
  #bus = this.#place("bus");
  #others = this.#place("others");
  #otherStage = h("section", { class: "stage is-others", hidden: true },
    h("h2", { class: "stage-title" }, "Others"), this.#others);
  element = h("div", { class: "process-graph", role: "group", "aria-label": "Processes, in the order of the data flow" },
    this.#flow("view", "is-return"),
    stages.flatMap((stage, index) => [
      h("section", { class: "stage", data: { stage: stage.name } },
        h("h2", { class: "stage-title" }, stage.title), h("p", { class: "stage-note" }, stage.does), this.#place(stage.name)),
      index < stages.length - 1 && this.#flow(stage.sends),
    ]),
    this.#otherStage, this.#bus);
  #settle = roving(this.element, ".node");

  /** `choose(process)` is called with the process a person picked, or null. */
  constructor(choose) {
    this.#choose = choose;
  }

  show(processes) {
    this.#processes = processes;
    this.#draw();
  }

  #place(name) {
    const place = h("div", { class: "stage-cards", data: { place: name } });
    this.#places.set(name, place);
    return place;
  }

  /** The arrow of a kind of events to the next stage. */
  #flow(kind, variant = "") {
    const arrow = h("div", { class: `flow ${variant}`.trim(), "aria-hidden": "true" }, h("span", {}, kind));
    this.#flows.set(kind, arrow);
    return arrow;
  }

  #draw() {
    for (const [name, place] of this.#places) {
      keyed(place, this.#processes.filter((process) => stageOf(process) === name), {
        key: (process) => process.name,
        create: () => this.#makeNode(),
        update: (node, process) => this.#update(node, process),
      });
    }
    attribute(this.#otherStage, "hidden", this.#others.childElementCount === 0);
    stages.forEach(({ sends }, index) => {
      // The readers of a kind show that it flows; the widgets', because the gateway reads everything.
      const hearers = stages[Math.min(index + 1, stages.length - 1)].name;
      const isFlowing = this.#processes.some((process) => stageOf(process) === hearers && process.eventsPerSecond > 0);
      this.#flows.get(sends).classList.toggle("is-flowing", isFlowing);
    });
    this.#settle();
  }

  #makeNode() {
    const parts = { title: h("strong", { class: "node-title" }), figures: h("span", { class: "node-figures" }) };
    const node = h("button", { class: "node", type: "button", on: { click: () => this.#pick(node.process) } },
      h("span", { class: "node-health" }), parts.title, parts.figures);
    node.parts = parts;
    return node;
  }

  #update(node, process) {
    node.process = process;
    attribute(node, "class", `node is-${process.health} ${this.#relation(process)}`.trim());
    attribute(node, "aria-label", processSentence(process));
    attribute(node, "aria-pressed", String(process.name === this.#chosen));
    attribute(node, "data-process", process.name);
    text(node.parts.title, processTitle(process));
    text(node.parts.figures, figures(process));
  }

  /** The relation of a process to the chosen one, as classes; both may read from each other. */
  #relation(process) {
    const chosen = this.#processes.find(({ name }) => name === this.#chosen);
    if (!chosen || process.role === "broker" || chosen.role === "broker") return process === chosen ? "is-chosen" : "";
    if (process === chosen) return "is-chosen";
    const relations = [feeds(process, chosen) && "is-upstream", feeds(chosen, process) && "is-downstream"];
    return relations.filter(Boolean).join(" ") || "is-apart";
  }

  #pick(process) {
    this.#chosen = this.#chosen === process.name ? null : process.name;
    this.#draw();
    this.#choose(this.#chosen === null ? null : process);
  }
}

/** What fits on a card: trouble comes before memory. */
function figures(process) {
  const words = [`${rate(process.eventsPerSecond)}/s`];
  if (process.role === "broker") words.unshift("orders, stores and publishes every event");
  if (process.health !== "running") words.unshift(process.health);
  if (process.lag > 0) words.push(`lag ${process.lag}`);
  if (process.restarts > 0) words.push(`↻ ${process.restarts}`);
  if (words.length < 3 && memory(process) !== "–") words.push(memory(process));
  return words.join(" · ");
}
