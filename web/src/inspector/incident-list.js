// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { clock, duration, number } from "../format.js";

const most = 50;

/** What happened to processes in the last hour: restarts, silences and the like, the newest first. */
export class IncidentList {
  #title = h("h2", { class: "incidents-title" });
  #list = h("ol", { class: "incidents" });
  element = h("section", { class: "bus-incidents card", "aria-label": "Incidents of the last hour", hidden: true }, this.#title, this.#list);
  #pick;

  /** `pick(name)` is called with the name of the process of the incident that a person picks. */
  constructor(pick) {
    this.#pick = pick;
  }

  show(incidents) {
    attribute(this.element, "hidden", incidents.length === 0);
    text(this.#title, `Incidents of the last hour: ${number(incidents.length)}`);
    keyed(this.#list, incidents.slice(0, most), {
      key: ({ process, machine, since, reason }) => `${since} ${machine ?? ""}/${process} ${reason}`,
      create: () => {
        const cells = Object.fromEntries(["time", "process", "words", "length"].map((name) => [name, h("span", { class: `incident-${name}` })]));
        const row = h("button", { type: "button", class: "incident", on: { click: () => this.#pick(row.process) } }, Object.values(cells));
        const item = h("li", {}, row);
        Object.assign(item, { row, cells });
        return item;
      },
      update: ({ row, cells }, { process, machine, reason, message, since, until }) => {
        row.process = process;
        attribute(row, "class", `incident${until ? "" : " is-open"}`);
        attribute(row, "title", `Filter by ${process}`);
        text(cells.time, clock(since));
        text(cells.process, machine ? `${process} of ${machine}` : process);
        text(cells.words, [reason, message].filter(Boolean).join(": "));
        text(cells.length, until ? duration((Date.parse(until) - Date.parse(since)) / 1000) : "ongoing");
      },
    });
  }
}
