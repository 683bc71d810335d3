// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { bytes, number, sequence } from "../format.js";
import { MachineTable } from "../machine-table.js";
import { ProcessTable } from "../process-table.js";
import { isHealthy, rate } from "../process-words.js";

const figures = {
  healthy: "Healthy processes",
  events: "Events on the log", growth: "New events per second", size: "Size of the log", head: "Head", trimmed: "Trimmed to",
  epoch: "Epoch of the log",
};

/** The log and every process in figures, in a section that opens and closes. */
export class ProcessSection {
  #cells = Object.fromEntries(Object.keys(figures).map((name) => [name, h("dd", { data: { figure: name } })]));
  #machines = new MachineTable(() => this.#showProcesses());
  #table;
  #status = null;
  #chosen = null;
  element;

  /** `pick(process)` is called with the process that a person picks. */
  constructor(pick) {
    this.#table = new ProcessTable(pick);
    this.element = h("section", { class: "bus-processes", "aria-label": "Log and processes", hidden: true },
      h("dl", { class: "log-figures card" },
        Object.entries(figures).map(([name, words]) => h("div", {}, h("dt", {}, words), this.#cells[name]))),
      this.#machines.element, this.#table.element);
  }

  /** What the processes report, by how many events the log grew in the last second, and the chosen process or null. */
  show(status, growth, chosen) {
    this.#status = status;
    this.#chosen = chosen;
    const { epoch, head, machines, journal, processes, log = {} } = status;
    const trimmed = sequence(log.trimmed ?? "0");
    const words = {
      healthy: `${number(processes.filter(isHealthy).length)} of ${number(processes.length)}`,
      events: number(log.events ?? 0), growth: growth === null ? "–" : rate(growth), size: bytes(log.bytes ?? 0), head: sequence(head),
      trimmed: trimmed === "0" ? "full history" : trimmed, epoch,
    };
    for (const [name, value] of Object.entries(words)) text(this.#cells[name], value);
    this.#machines.show(machines, journal);
    this.#showProcesses();
  }

  set isOpen(isOpen) {
    attribute(this.element, "hidden", !isOpen);
  }

  /** Those of the node that was chosen, where several share the log. */
  #showProcesses() {
    const { chosen } = this.#machines;
    this.#table.show(this.#status.processes.filter(({ machine }) => chosen === null || machine === chosen), this.#chosen);
  }
}
