// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "./dom.js";
import { number } from "./format.js";

/** Columns: heading, what a cell says, and a class that lets narrow screens leave it out. */
const columns = [
  ["State", state, "is-health"],
  ["Shards", ({ shards }) => (shards.length > 0 ? shards.join(" ") : "–"), "is-shards"],
  ["Processes", ({ processCount }) => number(processCount), ""],
  ["Log at", ({ place }) => (place === undefined ? "–" : number(place)), "is-extra"],
  ["Lag", ({ lag }) => (lag === undefined ? "–" : number(lag)), ""],
  ["Indexes", indexes, ""],
  ["Version", ({ version }) => version ?? "–", "is-extra"],
];

/** The nodes of the cluster. Choosing one shows its processes; by default those of this node. */
export class MachineTable {
  #chosen = null;
  #choose;
  #body = h("tbody");
  #note = h("p", { class: "machine-note" });
  element = h("div", { class: "table-frame card machines", hidden: true, tabindex: "0", role: "region", "aria-label": "Nodes" },
    h("table", { class: "process-table machine-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "is-name" }, "Node"),
        columns.map(([heading, , kind]) => h("th", { scope: "col", class: kind }, heading)))),
      this.#body),
    this.#note);

  /** `choose()` is called when a person has picked another node. */
  constructor(choose) {
    this.#choose = choose;
  }

  /** The node whose processes are shown; null without a cluster. */
  get chosen() {
    return this.#chosen;
  }

  show(machines, journal) {
    attribute(this.element, "hidden", machines === undefined);
    if (machines === undefined) {
      this.#chosen = null;
      return;
    }
    if (!machines.some(({ name }) => name === this.#chosen)) {
      this.#chosen = (machines.find(({ isOwn }) => isOwn) ?? machines[0])?.name ?? null;
    }
    keyed(this.#body, machines, {
      key: ({ name }) => name,
      create: ({ name }) => this.#makeRow(name),
      update: (row, machine) => this.#update(row, machine),
    });
    text(this.#note, sentence(journal));
    attribute(this.#note, "class", journal?.isAvailable === false || journal?.idleShards?.length > 0 ? "machine-note is-bad" : "machine-note");
  }

  #makeRow(name) {
    const button = h("button", { class: "row-name", type: "button", on: { click: () => this.#pick(name) } });
    return h("tr", { data: { machine: name } }, h("th", { class: "is-name", scope: "row" }, button),
      columns.map(([, , kind]) => h("td", { class: kind })));
  }

  #update(row, machine) {
    const isGone = machine.state === "gone" || machine.state === "left";
    attribute(row, "data-health", machine.state === "gone" ? "silent" : isGone ? "stopped" : "running");
    const button = row.firstElementChild.firstElementChild;
    text(button, machine.isOwn ? `${machine.name} (this)` : machine.name);
    attribute(button, "aria-pressed", String(machine.name === this.#chosen));
    columns.forEach(([, words], index) => text(row.children[index + 1], words(machine)));
  }

  #pick(name) {
    this.#chosen = name;
    for (const row of this.#body.children) {
      attribute(row.firstElementChild.firstElementChild, "aria-pressed", String(row.dataset.machine === name));
    }
    this.#choose();
  }
}

function state({ state: word, silenceSeconds, takesEntries }) {
  if (word === "gone") return `down, silent for ${number(Math.round(silenceSeconds))} s`;
  return takesEntries === false ? `${word}, its log accepts nothing` : word;
}

/** Whether the node has the newest version of each index. */
function indexes({ state: word, indexesBehind = [] }) {
  if (word === "gone" || word === "left") return "–";
  return indexesBehind.length === 0 ? "newest" : `older: ${indexesBehind.map(({ index }) => index).join(", ")}`;
}

/** The state of the replicated log, as a sentence. */
function sentence(journal) {
  if (!journal) return "";
  const idle = journal.idleShards ?? [];
  const online = journal.servers.filter(({ isOnline }) => isOnline).length;
  return [
    journal.isAvailable
      ? `The replicated log accepts entries: leader ${journal.leader ?? "unknown"}, ${online} of ${journal.servers.length} servers online.`
      : `Cannot append to the log: ${journal.trouble ?? "its servers have no leader"}. Reads still work.`,
    idle.length > 0 ? `Shards without an owner: ${idle.join(", ")}.` : "",
    journal.advice ?? "",
  ].filter(Boolean).join(" ");
}
