// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { number } from "./format.js";
import { hueOf } from "./hue.js";

/** The kinds of topics (design, section 4) with a hue each, the same on every page. */
export const kinds = {
  intent: 262, outcome: 290, filters: 205, request: 12, search: 32, results: 152, view: 222, state: 190, index: 340,
  status: 60,
};

/** Kinds shown at first: `status/` is not stored and would drown the rest. */
export const usualKinds = Object.keys(kinds).filter((kind) => kind !== "status");

/** The parts of a topic, `kind/component/session/`. */
export function topicParts(topic) {
  const [kind, component, session] = topic.split("/");
  return { kind, component: component ?? "", session: session ?? "" };
}

/** The process an event came from, `interactor/price` for the source `/interactor/price`. */
export function processOf(event) {
  return event.source.replace(/^\//, "");
}

export function kindHue(kind) {
  return kinds[kind] ?? hueOf(kind);
}

/** The last part of a type: `set-query` for `searchbus.intent.set-query`. */
export function shortType(event) {
  return event.type.split(".").slice(2).join(".") || event.type;
}

/** What an event says, in a few words, for a row of a list. */
export function summary(event) {
  const data = event.data ?? {};
  const words = [];
  if (typeof data.query === "string") words.push(`“${data.query}”`);
  if (typeof data.nbHits === "number") words.push(data.nbHits === 1 ? "1 hit" : `${number(data.nbHits)} hits`);
  if (typeof data.processingTimeMS === "number") {
    words.push(`${number(data.processingTimeMS, { maximumFractionDigits: 1 })} ms`);
  }
  if (Array.isArray(data.values)) words.push(`${data.values.join(", ")} ${data.on ? "on" : "off"}`);
  if (Array.isArray(data.items)) words.push(data.items.length === 1 ? "1 item" : `${data.items.length} items`);
  if (Array.isArray(data.range)) words.push(data.range.join(" – "));
  if (data.code ?? data.error?.code) words.push(data.code ?? data.error.code);
  if (data.phase && data.phase !== "ready") words.push(data.phase);
  return words.join(" · ");
}
