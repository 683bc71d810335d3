// SPDX-License-Identifier: MIT

import { kindHue, shortType, summary, topicParts } from "../bus-event.js";
import { button } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { bytes, clock, milliseconds, number } from "../format.js";
import { VirtualList } from "../virtual-list.js";
import { sessionOf } from "./actions.js";

const rowHeight = 2.125;
const columns = { time: "Time", name: "Action", session: "Session", count: "Events", size: "Size", took: "Took", mini: "" };

/** The actions, the newest first, a row each; below them the way to older ones. */
export class ActionList {
  #longest = 1;
  #list;
  #older;

  /** `open(action)` is called for the action that a person chooses, `older()` for the button below the list. */
  constructor({ open, older }) {
    this.#list = new VirtualList({
      label: "Actions, newest first", rowHeight, key: ({ id }) => id, make: makeRow, fill: (row, action) => this.#fill(row, action), open,
    });
    this.#older = button("Load older", older);
    this.element = h("div", { class: "feed card" }, rowHead(), this.#list.element, h("div", { class: "feed-foot" }, this.#older));
  }

  /** Shows actions; `more` says whether older ones can be loaded now, and `foot` what the button says. */
  show(actions, { more, foot }) {
    this.#longest = Math.max(...actions.map(({ total }) => total), 1);
    this.#list.show(actions);
    this.#older.disabled = !more;
    text(this.#older, foot);
    attribute(this.#older, "hidden", foot === "");
  }

  /** Marks the action with an id as the chosen one. */
  select(id) {
    this.#list.select(id);
  }

  close() {
    this.#list.resizing.disconnect();
  }

  #fill(row, action) {
    const { cells } = row;
    const { event, topic } = action.root;
    const { kind, component } = topicParts(topic);
    const { result, code } = action.outcome ?? {};
    row.dataset.action = action.id;
    row.classList.toggle("is-refused", result === "rejected");
    text(cells.time, clock(event.time));
    text(cells.what, shortType(event));
    text(cells.component, kind === "intent" ? component : `${kind}/${component}`);
    text(cells.words, summary(event));
    text(cells.outcome, ["applied", undefined].includes(result) ? "" : [result, code].filter(Boolean).join(": "));
    text(cells.session, sessionOf(action) || "–");
    attribute(cells.session, "title", sessionOf(action) || "Of no session");
    text(cells.count, number(action.entries.length));
    text(cells.size, bytes(action.bytes));
    text(cells.took, milliseconds(action.total));
    cells.mini.replaceChildren(...action.steps.map((step) => h("i", {
      style: { "--from": String(step.from / this.#longest), "--to": String(step.to / this.#longest), "--kind": kindHue(step.kind) },
    })));
  }
}

function makeRow() {
  const part = (name) => h("span", { class: `action-${name}` });
  const parts = Object.fromEntries(["what", "component", "words", "outcome"].map((name) => [name, part(name)]));
  const cells = Object.fromEntries(Object.keys(columns).map((name) => [name, part(name)]));
  attribute(parts.words, "dir", "auto");
  cells.name.append(parts.what, " ", parts.component, " ", parts.words, " ", parts.outcome);
  const row = h("div", { class: "action-row" }, Object.values(cells));
  row.cells = { ...cells, ...parts };
  return row;
}

/** What the columns are; for the eye: each row says in itself what it says. */
function rowHead() {
  return h("div", { class: "action-row action-head", "aria-hidden": "true" },
    Object.entries(columns).map(([name, words]) => h("span", { class: `action-${name}` }, words)));
}
