// SPDX-License-Identifier: MIT

import { h, text } from "./dom.js";
import { kindHue, shortType, summary, topicParts } from "./bus-event.js";
import { clock, sequence } from "./format.js";

/** An empty row of the list of events. */
export function makeEventRow() {
  const cells = {
    time: h("span", { class: "cell-time" }),
    sequence: h("span", { class: "cell-sequence" }),
    kind: h("span", { class: "kind" }),
    component: h("span", { class: "cell-component" }),
    type: h("span", { class: "cell-type" }),
    summary: h("span", { class: "cell-summary", dir: "auto" }),
    session: h("span", { class: "cell-session" }),
  };
  const row = h("div", { class: "event-row" }, Object.values(cells));
  row.cells = cells;
  return row;
}

/** What the columns are; for the eye: each row says in itself what it says. */
export function makeEventHead() {
  const heads = {
    time: "Time", sequence: "No.", kind: "Kind", component: "Component", type: "Type", summary: "Says", session: "Session",
  };
  return h("div", { class: "event-head", "aria-hidden": "true" },
    Object.entries(heads).map(([name, words]) => h("span", { class: `head-${name}` }, words)));
}

/** Fills a row with an event. */
export function fillEventRow(row, { topic, event }) {
  const { kind, component, session } = topicParts(topic);
  const { cells } = row;
  row.dataset.topic = topic;
  row.dataset.event = event.id;
  text(cells.time, clock(event.time));
  text(cells.sequence, event.sequence ? sequence(event.sequence) : "");
  text(cells.kind, kind);
  cells.kind.style.setProperty("--kind", String(kindHue(kind)));
  text(cells.component, component);
  // The view of a widget `hits` of the type `hits` would say it twice.
  text(cells.type, shortType(event) === component ? "" : shortType(event));
  text(cells.summary, summary(event));
  text(cells.session, session);
}
