// SPDX-License-Identifier: MIT

import { shortType, topicParts } from "../bus-event.js";
import { button } from "../buttons.js";
import { h } from "../dom.js";
import { number, sequence } from "../format.js";
import { changeList } from "./change-list.js";
import { changesOf } from "./changes.js";
import { intentTexts } from "./intent-texts.js";
import { jsonTree } from "./json-tree.js";

/**
 * An event: its data as a tree, its envelope apart, and ways to take it along.
 *
 * `copy(text, what)` copies; `link()` is its address, `origin` the gateway's; `schema` declares its data, or is null; `pinned` is the event to compare with,
 * or null, and `pin(entry)` chooses this one for that.
 */
export function payload({ topic, event }, { copy, link, origin, schema, pinned, pin }) {
  const { data, ...envelope } = event;
  const isIntent = topicParts(topic).kind === "intent";
  return h("section", { class: "payload", "aria-label": "Event" },
    h("div", { class: "payload-head" }, h("code", {}, topic), h("div", { class: "payload-actions" },
      button("Copy data", () => copy(JSON.stringify(data ?? null, null, 2), "Data")),
      button("Copy event", () => copy(JSON.stringify({ topic, event }), "Event")),
      event.sequence ? button("Copy link", () => copy(link(), "Link")) : null,
      isIntent ? copyAs({ topic, event }, copy, origin) : null,
      pinned?.event.id === event.id ? button("Unpin", () => pin(null)) : button("Pin to compare", () => pin({ topic, event })))),
    pinned && pinned.event.id !== event.id ? comparison(pinned, { topic, event }) : null,
    h("div", { class: "payload-tree" }, jsonTree(data ?? {}, { schema }), h("div", { class: "payload-envelope" },
      h("p", { class: "panel-note" },
        `${event.sequence ? `Offset ${sequence(event.sequence)}` : "Not stored"} · ${event.source} · ${event.time}`),
      jsonTree(envelope, { name: "envelope", open: false }))));
}

/** Copies what sends an intent again, as a command or as code. */
function copyAs(entry, copy, origin) {
  const choice = h("select", { class: "select", "aria-label": "Copy as", on: { change: () => {
    copy(intentTexts[choice.value](entry, origin), choice.value);
    choice.value = "";
  } } }, h("option", { value: "" }, "Copy as…"), Object.keys(intentTexts).map((name) => h("option", { value: name }, name)));
  return choice;
}

/** What differs between the data of the pinned event and this one. */
function comparison(pinned, { event }) {
  const { changes, count, total } = changesOf(pinned.event.data, event.data);
  return h("div", { class: "payload-comparison" },
    h("p", { class: "panel-note" }, `Compared with the pinned ${shortType(pinned.event)} of ${topicParts(pinned.topic).component}`
      + `${pinned.event.sequence ? ` at ${sequence(pinned.event.sequence)}` : ""}: ${number(count)} of ${number(total)} values differ.`),
    changeList(changes, count));
}
