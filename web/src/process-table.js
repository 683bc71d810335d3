// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "./dom.js";
import { duration, milliseconds, number, sequence } from "./format.js";
import { health, memory, rate } from "./process-words.js";

/** Columns: heading, what a cell says, and a class that lets narrow screens leave it out. */
const columns = [
  ["Role", (process) => process.role, "is-extra"],
  ["Health", (process) => health(process), "is-health"],
  ["Events/s", (process) => rate(process.eventsPerSecond), ""],
  ["Turn p50", (process) => turn(process.turnMicros?.p50), "is-extra"],
  ["Turn p99", (process) => turn(process.turnMicros?.p99), "is-extra"],
  ["Lag", (process) => number(process.lag ?? 0), ""],
  ["Cursor", (process) => (process.cursor ? sequence(process.cursor) : "–"), "is-extra"],
  ["Memory", (process) => memory(process), ""],
  ["Restarts", (process) => number(process.restarts ?? 0), "is-extra"],
  ["Up", (process) => duration(process.uptimeSeconds ?? 0), "is-extra"],
  ["PID", (process) => String(process.pid ?? "–"), "is-extra"],
];

/** The processes with their figures. */
export class ProcessTable {
  #pick;
  #body = h("tbody");
  element = h("div", { class: "table-frame card", tabindex: "0", role: "region", "aria-label": "Processes" },
    h("table", { class: "process-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "is-name" }, "Process"),
        columns.map(([heading, , kind]) => h("th", { scope: "col", class: kind }, heading)))),
      this.#body));

  /** `pick(process)` is called with the process that a person picks. */
  constructor(pick) {
    this.#pick = pick;
  }

  /** Shows processes, and marks the chosen one, if there is one. */
  show(processes, chosen) {
    keyed(this.#body, processes, {
      key: (process) => process.name,
      create: (process) => this.#row(process),
      update: (row, process) => {
        row.process = process;
        attribute(row, "data-health", process.health);
        attribute(row.firstElementChild.firstElementChild, "aria-pressed", String(process === chosen));
        columns.forEach(([, words], index) => text(row.children[index + 1], words(process)));
      },
    });
  }

  #row({ name }) {
    const row = h("tr", { data: { process: name } },
      h("th", { class: "is-name", scope: "row" }, h("button", { class: "row-name", type: "button", on: { click: () => this.#pick(row.process) } }, name)),
      columns.map(([, , kind]) => h("td", { class: kind })));
    return row;
  }
}

function turn(micros) {
  return micros === undefined ? "–" : milliseconds(micros);
}
