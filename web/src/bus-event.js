// SPDX-License-Identifier: MIT

import { number } from "./format.js";
import { hueOf } from "./hue.js";

/** The kinds of topics (design, section 4) with a hue each, the same on every page. */
export const kinds = {
  intent: 262, outcome: 290, filters: 205, request: 12, search: 32, results: 152, view: 222, state: 190, write: 318, index: 340,
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
  const asked = { request: askedWords, results: answeredWords, write: writtenWords }[event.type.split(".")[1]];
  if (asked) words.push(...asked(data));
  if (typeof data.query === "string") words.push(`“${data.query}”`);
  if (typeof data.nbHits === "number") words.push(data.nbHits === 1 ? "1 hit" : `${number(data.nbHits)} hits`);
  if (typeof data.processingTimeMS === "number") {
    words.push(`${number(data.processingTimeMS, { maximumFractionDigits: 1 })} ms`);
  }
  if (typeof data.value === "string") words.push([data.value, data.on === undefined ? "" : data.on ? "on" : "off"].join(" ").trim());
  if (Array.isArray(data.values)) words.push(`${data.values.join(", ")} ${data.on ? "on" : "off"}`);
  if (Array.isArray(data.items)) words.push(data.items.length === 1 ? "1 item" : `${data.items.length} items`);
  if (Array.isArray(data.range)) words.push(data.range.join(" – "));
  if (data.code ?? data.error?.code) words.push(data.code ?? data.error.code);
  if (data.phase && data.phase !== "ready") words.push(data.phase);
  return words.join(" · ");
}

/** How many of several questions, answers or writes a row tells; the others are counted. */
const mostTold = 3;

function told(all) {
  const known = [...new Set(all)];
  return known.length > mostTold ? [...known.slice(0, mostTold), `${number(known.length - mostTold)} more`] : known;
}

/** What a request asks for: the texts of a searcher's members, or the questions of one call of Algolia's interface. */
function askedWords({ members, requests }) {
  if (Array.isArray(requests)) {
    return told(requests.map(({ kind, index, parameters = {} }) => [
      index ?? "", ["hits", "facets", "browse"].includes(kind) ? `“${parameters.query ?? parameters.facetQuery ?? ""}”` : kind,
    ].join(" ").trim()));
  }
  return told(Object.values(members ?? {}).map(({ query }) => `“${query ?? ""}”`));
}

/** What the answers to one call of Algolia's interface say; those of searchers say it themselves. */
function answeredWords({ results }) {
  if (!Array.isArray(results)) return [];
  return told(results.map((result) => {
    const answer = result ?? {};
    if (typeof answer.nbHits === "number") return `“${answer.query ?? ""}” ${number(answer.nbHits)} ${answer.nbHits === 1 ? "hit" : "hits"}`;
    if (Array.isArray(answer.facetHits)) return `${number(answer.facetHits.length)} ${answer.facetHits.length === 1 ? "value" : "values"}`;
    return typeof answer.message === "string" ? answer.message : "answered";
  }));
}

/** What a write does, by the names of its operations. */
function writtenWords({ operations }) {
  const counts = new Map();
  for (const { action } of Array.isArray(operations) ? operations : []) counts.set(action, (counts.get(action) ?? 0) + 1);
  return told([...counts].map(([action, count]) => (count === 1 ? action : `${action} × ${number(count)}`)));
}
