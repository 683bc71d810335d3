// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute, keyed, s, text } from "./dom.js";
import { bytes } from "./format.js";
import { card, layout } from "./graph-layout.js";
import { feeds, processSentence, processTitle, rate } from "./process-words.js";

const longestTitle = 17;

/**
 * The processes around the bus, as SVG. Everything goes through the broker, so each process has one line to it, which
 * moves while events flow. Choosing a process shows whom it hears (upstream) and who hears it (downstream).
 */
export class ProcessGraph {
  #processes = [];
  #chosen = null;
  #choose;
  #lines = s("g", {});
  #nodes = s("g", {});
  #bus = this.#makeNode("bus");
  element = s("svg", { class: "process-graph", role: "group", "aria-label": "Processes around the bus" },
    this.#lines, this.#bus, this.#nodes);

  /** `choose(process)` is called with the process a person picked, or null. */
  constructor(choose) {
    this.#choose = choose;
    this.resizing = new ResizeObserver(() => this.#draw());
    this.resizing.observe(this.element);
  }

  show(processes) {
    this.#processes = processes;
    this.#draw();
  }

  #draw() {
    const width = this.element.clientWidth;
    if (width === 0) return; // Hidden on narrow screens, where the table tells all.
    const plan = layout(this.#processes, width);
    attribute(this.element, "height", plan.height);
    keyed(this.#lines, plan.nodes, {
      key: ({ process }) => process.name,
      create: () => s("path", { class: "line" }),
      update: (line, { process, path }) => {
        attribute(line, "d", path);
        attribute(line, "class", `line${process.eventsPerSecond > 0 ? " is-flowing" : ""} ${this.#relation(process)}`);
      },
    });
    keyed(this.#nodes, plan.nodes, {
      key: ({ process }) => process.name,
      create: () => this.#makeNode("node"),
      update: (node, place) => this.#update(node, place.process, place, card),
    });
    const broker = this.#processes.find((process) => process.role === "broker");
    if (broker) this.#update(this.#bus, broker, plan.bus, plan.bus);
  }

  #makeNode(kind) {
    const part = (name) => s("text", { class: `node-${name}` });
    const parts = {
      box: s("rect", { class: "node-box", rx: 10 }), health: s("circle", { class: "node-health", r: 4.5 }),
      title: part("title"), role: part("role"), figures: part("figures"),
    };
    const node = s("g", { class: kind, tabindex: "0", role: "button" }, Object.values(parts));
    node.parts = parts;
    const pick = () => this.#pick(node.process);
    node.addEventListener("click", pick);
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick();
    });
    return node;
  }

  #update(node, process, { x, y }, { width, height }) {
    node.process = process;
    const { box, health, title, role, figures } = node.parts;
    const isBus = process.role === "broker";
    const words = processTitle(process);
    attribute(node, "transform", `translate(${x} ${y})`);
    attribute(node, "class", `${isBus ? "bus" : "node"} is-${process.health} ${this.#relation(process)}`);
    attribute(node, "aria-label", processSentence(process));
    attribute(node, "aria-pressed", String(process.name === this.#chosen));
    attribute(node, "data-process", process.name);
    for (const [name, value] of Object.entries({ width, height })) attribute(box, name, value);
    text(title, words.length > longestTitle ? `${words.slice(0, longestTitle - 1)}…` : words);
    text(role, isBus ? "orders, stores, publishes every event" : process.role);
    text(figures, this.#figures(process));
    const middle = height / 2;
    const places = isBus
      ? [[health, 18, middle], [title, 32, middle + 5], [role, 92, middle + 5], [figures, width - 16, middle + 5]]
      : [[health, width - 16, 19], [title, 14, 24], [role, 14, 42], [figures, 14, 62]];
    for (const [element, left, top] of places) {
      const names = element === health ? ["cx", "cy"] : ["x", "y"];
      attribute(element, names[0], left);
      attribute(element, names[1], top);
    }
  }

  /** What fits on a card: trouble comes before memory. */
  #figures(process) {
    const words = [`${rate(process.eventsPerSecond)}/s`];
    if (process.lag > 0) words.push(`lag ${process.lag}`);
    if (process.restarts > 0) words.push(`↻ ${process.restarts}`);
    if (words.length < 3) words.push(bytes(process.memoryBytes ?? 0));
    return words.join(" · ");
  }

  /** How a process stands to the chosen one, as classes; one that it hears may hear it too. */
  #relation(process) {
    const chosen = this.#processes.find(({ name }) => name === this.#chosen);
    if (!chosen || process.role === "broker" || chosen.role === "broker") return "";
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
