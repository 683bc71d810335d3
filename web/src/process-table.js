// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "./dom.js";
import { duration, milliseconds, number, sequence } from "./format.js";
import { health, memory, rate } from "./process-words.js";

/** Columns: heading, what a cell says, and a class that lets narrow screens leave it out. */
const columns = [
  ["Process", (process) => process.name, "is-name"],
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

/** The same processes as a table: for people who listen, for narrow screens, and for exact figures. */
export class ProcessTable {
  #body = h("tbody");
  element = h("div", { class: "table-frame card", tabindex: "0", role: "region", "aria-label": "Processes" },
    h("table", { class: "process-table" },
      h("thead", {}, h("tr", {}, columns.map(([heading, , kind]) => h("th", { scope: "col", class: kind }, heading)))),
      this.#body));

  show(processes) {
    keyed(this.#body, processes, {
      key: (process) => process.name,
      create: (process) => h("tr", { data: { process: process.name } }, columns.map(emptyCell)),
      update: (row, process) => {
        attribute(row, "data-health", process.health);
        columns.forEach(([, words], index) => text(row.children[index], words(process)));
      },
    });
  }
}

function emptyCell([, , kind]) {
  return kind === "is-name" ? h("th", { class: kind, scope: "row" }) : h("td", { class: kind });
}

function turn(micros) {
  return micros === undefined ? "–" : milliseconds(micros);
}
