// SPDX-License-Identifier: MIT

import { topicParts } from "../bus-event.js";
import { h } from "../dom.js";
import { number } from "../format.js";
import { PageState } from "../page-state.js";

const criteria = {
  typo: ["Typos", "Letters of the query that differ in the record: fewer are better"],
  geo: ["Distance", "Metres: nearer is better"],
  words: ["Words", "Words of the query that the record has: more are better"],
  filters: ["Optional filters", "The score of the optional filters that match: higher is better"],
  proximity: ["Proximity", "How far apart the words are: nearer is better"],
  attribute: ["Attribute", "Where the first word was found: 1,000 for each searched attribute before, 1 for each word before; lower is better"],
  exact: ["Exact", "3 for each word that was found as typed, 2 if an attribute is the query: higher is better"],
  custom: ["Index order", "The custom ranking of the index: higher is better"],
};

const kinds = {
  exact: "as typed", prefix: "begins with it", typo: "one typo", typos: "two typos", variant: "synonym or plural", split: "written as several words",
  joined: "written as one word", synonym: "synonym",
};

/**
 * Why the hits of an action are where they are: what the engine orders by, criterion by criterion, where a hit falls behind the one above
 * it, and what was found for each word. The engine is asked again for that, with the request of the action.
 */
export class HitRanking {
  element = h("div", { class: "hit-ranking" });
  #api;
  #reading = new AbortController();
  #shown = null;
  #chosen = null;

  constructor(api) {
    this.#api = api;
  }

  close() {
    this.#reading.abort();
    this.#shown = null;
  }

  /** Shows the results of an action; `picked` is the chosen event. */
  show(action, picked) {
    if (this.#shown === action) return;
    this.#shown = action;
    const lists = action.entries.filter(({ topic, event }) => topicParts(topic).kind === "results" && Array.isArray(event.data?.hits));
    const name = ({ topic }) => topicParts(topic).component;
    const list = lists.findLast((each) => each.event.id === picked.event.id) ?? lists.findLast((each) => name(each) === this.#chosen)
      ?? lists.find(({ event }) => event.data.hits.length > 0) ?? lists.at(-1);
    if (!list) return this.#say("This action has no results with hits.");
    const names = [...new Set(lists.map(name))];
    const choice = names.length > 1 && h("select", { class: "select", "aria-label": "Searcher", on: { change: () => {
      this.#chosen = choice.value;
      this.#load(action, lists.findLast((each) => name(each) === choice.value), choice);
    } } }, names.map((each) => h("option", { value: each, selected: each === name(list) }, each)));
    return this.#load(action, list, choice);
  }

  async #load(action, { topic, event }, choice) {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const searcher = topicParts(topic).component;
    if (event.data.hits.length === 0) return this.#say("This search found nothing.", choice);
    const asked = requestOf(action, searcher, event.data.request);
    if (!asked) return this.#say("The request of these results is not on the log any longer, so it cannot be explained.", choice);
    const state = new PageState();
    this.element.replaceChildren(...[choice, state.element].filter(Boolean));
    const { hitsPerPage } = event.data;
    const search = { searcher, ...asked, hitsPerPage, attributesToRetrieve: [], explain: true };
    const answer = await state.load(() => this.#api.search(search, signal), signal);
    if (!answer) return undefined;
    const hits = answer.hits ?? [];
    if (!hits.some(({ ranking }) => ranking)) {
      return this.#say(hits.length > 0 ? "The engine of this searcher does not report why hits are where they are."
        : "The index no longer has these hits.", choice);
    }
    this.element.replaceChildren(...[choice, ...drawn(hits, event.data.hits)].filter(Boolean));
    return undefined;
  }

  #say(words, choice = null) {
    this.element.replaceChildren(...[choice, h("p", { class: "trace-note" }, words)].filter(Boolean));
  }
}

/** What the request with a number asked of a searcher, as a search without a session takes it; null if it is not in the action. */
function requestOf(action, searcher, wanted) {
  const members = action.entries.map(({ topic, event }) => topicParts(topic).kind === "request" && event.data?.members?.[searcher]);
  const member = members.findLast((each) => each && each.number === wanted);
  if (!member) return null;
  const { query, page, filters, baseFilters, parameters, index, chosen } = member;
  return { query, page, filters, baseFilters, parameters, ...(chosen ? { index } : {}) };
}

/** The table, and a note if the index orders the hits differently by now. */
function drawn(hits, before) {
  const names = new Map(before.map((hit) => [hit.objectID, nameOf(hit)]));
  const columns = [...new Set(hits.flatMap(({ ranking }) => ranking.criteria.map(({ name }) => name)))];
  const moved = hits.filter(({ objectID }, place) => before[place]?.objectID !== objectID).length;
  return [
    h("p", { class: "trace-note" }, "Hits are ordered by the first criterion in which they differ. Marked: where a hit falls behind the one above it.",
      moved > 0 && ` The index has changed since: ${number(moved)} of ${number(hits.length)} positions have other hits now.`),
    h("div", { class: "table-frame" }, h("table", { class: "process-table ranking-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), h("th", { scope: "col" }, "Hit"),
        columns.map((name) => {
          const [words, title] = criteria[name] ?? [name, "The hits are sorted by this attribute"];
          return h("th", { scope: "col", title }, words);
        }),
        h("th", { scope: "col" }, "Found"))),
      h("tbody", {}, hits.map((hit, place) => row(hit, hits[place - 1], place, columns, names))))),
  ];
}

function row({ objectID, ranking }, above, place, columns, names) {
  const values = valuesOf(ranking);
  const others = above && valuesOf(above.ranking);
  const decides = others && columns.find((name) => JSON.stringify(values.get(name)) !== JSON.stringify(others.get(name)));
  return h("tr", {}, h("td", {}, number(place + 1)),
    h("th", { scope: "row", dir: "auto", title: objectID }, names.get(objectID) ?? objectID),
    columns.map((name) => h("td", { class: name === decides ? "is-deciding" : null }, shown(values.get(name)))),
    h("td", { class: "ranking-words" }, ranking.matches.map((match) => h("span", { class: "ranking-word" },
      match.word === match.found ? "" : `${match.word} → `, h("strong", {}, match.found),
      ` ${[kinds[match.kind] ?? match.kind, match.attributes.length > 0 && `in ${match.attributes.join(", ")}`].filter(Boolean).join(" ")}`))));
}

function valuesOf({ criteria: list }) {
  return new Map(list.map(({ name, value }) => [name, value]));
}

function shown(value) {
  if (value === undefined || value === null) return "–";
  return typeof value === "number" ? number(value) : String(value);
}

/** What people call a hit: its name or title, or its first text. */
function nameOf({ objectID, record }) {
  const { name, title } = record ?? {};
  return [name, title, ...Object.values(record ?? {})].find((each) => typeof each === "string" && each !== "") ?? objectID;
}
