// SPDX-License-Identifier: MIT

import { shortType, topicParts } from "../bus-event.js";
import { button } from "../buttons.js";
import { h } from "../dom.js";
import { sequence } from "../format.js";
import { jsonTree } from "./json-tree.js";

/** An event: its data as a tree, its envelope apart, and ways to take it along. */
export function payload({ topic, event }, { copy, link }) {
  const { data, ...envelope } = event;
  const isIntent = topicParts(topic).kind === "intent";
  return h("section", { class: "payload", "aria-label": "Event" },
    h("div", { class: "payload-head" }, h("code", {}, topic), h("div", { class: "payload-actions" },
      button("Copy data", () => copy(JSON.stringify(data ?? null, null, 2), "Data")),
      button("Copy event", () => copy(JSON.stringify({ topic, event }), "Event")),
      event.sequence ? button("Copy link", () => copy(link(), "Link")) : null,
      isIntent ? button("Copy as curl", () => copy(curlOf({ topic, event }), "Command")) : null,
      isIntent ? button("Copy as command", () => copy(commandOf({ topic, event }), "Command")) : null)),
    h("div", { class: "payload-tree" }, jsonTree(data ?? {}), h("div", { class: "payload-envelope" },
      h("p", { class: "panel-note" },
        `${event.sequence ? `Offset ${sequence(event.sequence)}` : "Not stored"} · ${event.source} · ${event.time}`),
      jsonTree(envelope, { name: "envelope", open: false }))));
}

/** The request that sends an intent again, for a shell. Pure. */
export function curlOf({ topic, event }) {
  const { session } = topicParts(topic);
  const body = JSON.stringify({ intents: [intentOf({ topic, event })] });
  return `curl ${location.origin}/api/sessions/${session}/intents -H "Authorization: Bearer $(searchbus key)" `
    + `-H 'content-type: application/json' -d ${quoted(body)}`;
}

/** The same with SearchBus's own command. */
export function commandOf({ topic, event }) {
  const { session } = topicParts(topic);
  const { to, type, data } = intentOf({ topic, event });
  return `searchbus send ${session} ${to} ${type} ${quoted(JSON.stringify(data))}`;
}

/** An intent as it is sent; who typed it, and in which order, is not repeated. */
export function intentOf({ topic, event }) {
  const { client: _, edit: __, ...data } = event.data ?? {};
  return { to: topicParts(topic).component, type: shortType(event), data };
}

/** A text as one word of a shell. */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
