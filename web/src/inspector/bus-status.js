// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { number } from "../format.js";
import { processSource } from "../process-words.js";
import { StatusPoll } from "../status-poll.js";
import { IncidentList } from "./incident-list.js";
import { Pipeline } from "./pipeline.js";
import { ProblemList } from "./problem-list.js";
import { ProcessSection } from "./process-section.js";

/**
 * How the processes are, each second: the strip, what is wrong, what was wrong in the last hour, and in a section that opens all figures.
 * A process is chosen by the filter's term for it.
 */
export class BusStatus {
  incidents = [];
  #poll;
  #changed;
  #status = null;
  #words = [];
  #pipeline;
  #section;
  #incidentList;
  #problems = new ProblemList();
  #failure = h("p", { class: "banner is-failed", role: "alert", hidden: true });
  #health = h("p", { class: "bus-health", hidden: true });
  #topics = h("div", { class: "process-topics", "aria-live": "polite", hidden: true });
  element;

  /** `pick(term)` is called with the filter's term for a process that a person picks, `changed()` after each answer. */
  constructor(api, { pick, changed }) {
    this.#changed = changed;
    const pickProcess = (process) => pick(termOf(process));
    this.#pipeline = new Pipeline(pickProcess);
    this.#section = new ProcessSection(pickProcess);
    this.#incidentList = new IncidentList((name) => pickProcess(this.#status.processes.find((process) => process.name === name) ?? { name }));
    this.element = h("div", { class: "bus-status" }, this.#failure, this.#problems.element, this.#pipeline.element, this.#health, this.#topics,
      this.#incidentList.element, this.#section.element);
    this.#poll = new StatusPoll(api, { answered: (status) => this.#answered(status), failed: (problem) => this.#failed(problem) });
  }

  close() {
    this.#poll.stop();
  }

  /** The action whose times are shown, or null. */
  showAction(action) {
    this.#pipeline.showAction(action);
  }

  /** Brings it in line with the address. */
  follow({ filter, isPanelOpen }) {
    this.#words = filter.words;
    this.#section.isOpen = isPanelOpen;
    this.#draw();
  }

  #answered(status) {
    this.#status = status;
    this.incidents = Array.isArray(status.incidents) ? status.incidents : [];
    attribute(this.#failure, "hidden", true);
    this.element.classList.remove("is-stale");
    this.#draw();
    this.#changed();
  }

  /** The last good figures stay, dimmed. */
  #failed(problem) {
    text(this.#failure, `No status: ${problem.message}. These are the last known figures.`);
    attribute(this.#failure, "hidden", false);
    this.element.classList.add("is-stale");
  }

  #draw() {
    if (this.#status === null) return;
    const { processes } = this.#status;
    const chosen = processes.find((process) => this.#words.includes(termOf(process))) ?? null;
    this.#pipeline.showStatus(this.#status, chosen);
    this.#section.show(this.#status, this.#poll.growth, chosen);
    this.#problems.show(this.#status);
    this.#incidentList.show(this.incidents);
    this.#showHealth(processes);
    this.#showTopics(chosen);
  }

  #showHealth(processes) {
    const words = troubles(processes).join("; ");
    text(this.#health, words);
    attribute(this.#health, "hidden", words === "");
  }

  /** What the chosen process reads and writes. */
  #showTopics(chosen) {
    attribute(this.#topics, "hidden", chosen === null);
    const words = JSON.stringify(chosen && [chosen.name, chosen.reads, chosen.writes]);
    if (chosen === null || this.#topics.dataset.shown === words) return;
    this.#topics.dataset.shown = words;
    const list = (label, topics = []) => topics.length > 0 && h("span", {}, h("span", { class: "topics-label" }, label),
      topics.map((topic) => h("code", { class: "topic" }, topic)));
    this.#topics.replaceChildren(h("strong", {}, chosen.name), ...[list("reads", chosen.reads), list("writes", chosen.writes)].filter(Boolean));
  }
}

/** What the filter says for the events of a process. */
function termOf(process) {
  return `process:${processSource(process)}`;
}

/** The processes that do not run, as text; many of one node are counted. */
function troubles(processes) {
  const groups = Map.groupBy(processes.filter(({ health }) => health !== "running"),
    ({ machine, health }) => (machine ? `of ${machine} ${health}` : health));
  return [...groups].flatMap(([words, group]) => (group.length > 3 && group[0].machine
    ? [`${number(group.length)} processes ${words}`] : group.map(({ name }) => `${name} ${words}`)));
}
