// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { bytes, number, sequence } from "../format.js";
import { MachineTable } from "../machine-table.js";
import { ProcessGraph } from "../process-graph.js";
import { ProcessTable } from "../process-table.js";
import { rate } from "../process-words.js";
import { Sparkline } from "../sparkline.js";
import { StatusPoll } from "../status-poll.js";

/** `<system-page>`: which processes run, how they hang together, and how they do, each second. */
export class SystemPage extends HTMLElement {
  static title = "System";
  #poll;
  #tiles = {};
  #spark = new Sparkline();
  #graph = new ProcessGraph((process) => this.#describe(process));
  #table = new ProcessTable();
  #machines = new MachineTable(() => this.#showProcesses());
  #processes = [];
  #chosen = h("div", { class: "chosen-process", "aria-live": "polite" });
  #problemList = h("ul");
  #problems = h("div", { class: "problem-list", role: "alert", hidden: true }, this.#problemList);
  #failure = h("p", { class: "banner is-failed", role: "alert", hidden: true });

  connectedCallback() {
    this.append(
      h("h1", { class: "page-title" }, "System"),
      this.#failure,
      h("div", { class: "tiles" },
        this.#tile("processes", "Healthy processes"),
        this.#tile("growth", "New events on the log per second", this.#spark.element),
        this.#tile("head", "Events on the log"), this.#tile("size", "Size of the log"),
        this.#tile("epoch", "Identity of this log (epoch)")),
      this.#problems,
      this.#machines.element,
      h("div", { class: "graph-frame card" }, this.#graph.element, this.#chosen),
      this.#table.element);
    this.#describe(null);
    this.#poll = new StatusPoll(this.context.api, {
      answered: (status) => this.#show(status),
      failed: (problem) => this.#fail(problem),
    });
  }

  disconnectedCallback() {
    this.#poll.stop();
  }

  #tile(name, label, extra) {
    this.#tiles[name] = { value: h("dd", { class: "tile-value" }), note: h("dd", { class: "tile-note" }) };
    return h("dl", { class: "tile card", data: { tile: name } },
      h("dt", {}, label), this.#tiles[name].value, this.#tiles[name].note, extra);
  }

  #show({ epoch, head, processes, machines, journal, log = {} }) {
    attribute(this.#failure, "hidden", true);
    this.classList.remove("is-stale");
    const healthy = processes.filter((process) => process.health === "running" && !process.problems?.length).length;
    this.#fill("processes", `${healthy} of ${processes.length}`, this.#troubles(processes));
    this.#fill("growth", this.#poll.rates.length > 0 ? rate(this.#poll.rates.at(-1)) : "–",
      "status messages not counted");
    this.#fill("head", number(log.events ?? 0), `head ${sequence(head)}`);
    const trimmed = sequence(log.trimmed ?? "0");
    this.#fill("size", bytes(log.bytes ?? 0), trimmed === "0" ? "nothing trimmed" : `trimmed to ${trimmed}`);
    this.#fill("epoch", epoch, "a new log has another one");
    this.#spark.show(this.#poll.rates);
    this.#showProblems(processes);
    this.#processes = processes;
    this.#machines.show(machines, journal);
    this.#showProcesses();
  }

  /** What keeps processes from their work, as they report it, each with what to do about it. */
  #showProblems(processes) {
    const all = processes.flatMap(({ name, machine, problems = [] }) =>
      problems.map((problem) => ({ ...problem, process: machine ? `${name} of ${machine}` : name })));
    attribute(this.#problems, "hidden", all.length === 0);
    keyed(this.#problemList, all, {
      key: ({ process, subject }) => `${process} ${subject}`,
      create: () => h("li", { class: "banner is-failed" }, h("strong"), h("span")),
      update: (item, { process, subject, code, message, remedy, since }) => {
        text(item.children[0], `${process}: ${subject}. `);
        text(item.children[1], `${message} ${remedy} (${code}${since ? `, since ${since.slice(0, 19)}Z` : ""})`);
      },
    });
  }

  /** Those of the machine that was chosen, where several share the log. */
  #showProcesses() {
    const { chosen } = this.#machines;
    const shown = chosen === null ? this.#processes : this.#processes.filter(({ machine }) => machine === chosen);
    this.#graph.show(shown);
    this.#table.show(shown);
  }

  #fill(name, value, note) {
    text(this.#tiles[name].value, value);
    text(this.#tiles[name].note, note);
  }

  #troubles(processes) {
    const ill = troubles(processes.filter((process) => process.health !== "running"));
    const troubled = processes.filter(({ health, problems }) => health === "running" && problems?.length)
      .map(({ name }) => `${name} reports a problem`);
    const versions = new Set(processes.map(({ version }) => version).filter(Boolean));
    // After an upgrade, those that were restarted are of another version than those that were not.
    const mixed = versions.size > 1 ? `several versions, restart searchbus up: ${[...versions].sort().join(", ")}` : "";
    return [...ill, ...troubled, mixed].filter(Boolean).join("; ") || "all well";
  }

  /** The last good figures stay, dimmed. */
  #fail(problem) {
    text(this.#failure, `No status: ${problem.message}. These are the last known figures.`);
    attribute(this.#failure, "hidden", false);
    this.classList.add("is-stale");
  }

  #describe(process) {
    if (process === null) {
      const hint = "Choose a process to see which processes it reads from and writes to. A figure such as 18/s counts all messages, including status.";
      this.#chosen.replaceChildren(h("p", { class: "panel-note" }, hint));
      return;
    }
    const topics = (label, list, kind) => h("div", {}, h("span", { class: "chosen-label" }, label),
      (list ?? []).map((topic) => h("code", { class: `topic ${kind}` }, topic)));
    this.#chosen.replaceChildren(h("strong", {}, process.name),
      topics("reads", process.reads, "is-read"), topics("writes", process.writes, "is-written"));
  }
}

/** The processes with problems as text; many of one node are counted. */
function troubles(processes) {
  const groups = Map.groupBy(processes, ({ machine, health }) => (machine ? `of ${machine} ${health}` : health));
  return [...groups].flatMap(([words, group]) => (group.length > 3 && group[0].machine
    ? [`${group.length} processes ${words}`] : group.map(({ name }) => `${name} ${words}`)));
}

customElements.define("system-page", SystemPage);
