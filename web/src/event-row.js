// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
    summary: h("span", { class: "cell-summary" }),
    session: h("span", { class: "cell-session" }),
  };
  const row = h("div", { class: "event-row" }, Object.values(cells));
  row.cells = cells;
  return row;
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
  text(cells.type, shortType(event));
  text(cells.summary, summary(event));
  text(cells.session, session);
}
