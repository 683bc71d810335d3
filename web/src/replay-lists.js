// SPDX-License-Identifier: MIT

import { attribute, h, text } from "./dom.js";
import { number } from "./format.js";
import { count } from "./insights/figures.js";
import { labelOf, placeOf, remarksOf } from "./replay-words.js";

/** The first hits of one search before and after, side by side, each with what became of it. */
export class ReplayLists {
  #title = h("h2", { class: "replay-title", dir: "auto" });
  #note = h("p", { class: "replay-note" });
  #error = h("p", { class: "banner is-failed", role: "alert", hidden: true });
  #before = h("ol", { class: "replay-hits" });
  #after = h("ol", { class: "replay-hits" });
  #counts = { before: h("span", { class: "replay-count" }), after: h("span", { class: "replay-count" }) };
  element = h("section", { class: "replay-main", "aria-live": "polite" }, this.#title, this.#note, this.#error,
    h("div", { class: "replay-sides" },
      h("div", { class: "card replay-side" }, h("h3", {}, "Before", this.#counts.before), this.#before),
      h("div", { class: "card replay-side" }, h("h3", {}, "After", this.#counts.after), this.#after)));

  /** Shows a difference of a report. */
  show(difference) {
    const { search, asked, nbHits, facets, error, lists = { before: [], after: [] } } = difference;
    text(this.#title, `“${labelOf(search)}”`);
    const counts = Object.entries(facets).map(([name, values]) => `${name} (${number(values)})`);
    text(this.#note, [`${placeOf(search)} · ${count(asked, "search", "searches")} · ${remarksOf(difference)}`,
      counts.length > 0 ? ` · values with other counts: ${counts.join(", ")}` : ""].join(""));
    attribute(this.#error, "hidden", error === undefined);
    text(this.#error, error === undefined ? "" : `${error.message} [${error.code}]`);
    const gained = new Set(difference.gained.map((hit) => hit.objectID));
    const lost = new Set(difference.lost.map((hit) => hit.objectID));
    const moved = new Map(difference.moved.map((hit) => [hit.objectID, hit]));
    this.#fill("before", this.#before, nbHits.before, lists.before, ({ objectID }) =>
      lost.has(objectID) ? { kind: "lost", words: "removed" } : moveOf(moved.get(objectID), "to"));
    this.#fill("after", this.#after, nbHits.after, lists.after, ({ objectID }) =>
      gained.has(objectID) ? { kind: "gained", words: "added" } : moveOf(moved.get(objectID), "from"));
  }

  #fill(side, list, total, hits, stateOf) {
    text(this.#counts[side], total === null ? "no response" : `${number(total)} ${total === 1 ? "result" : "results"}`);
    list.replaceChildren(...hits.map((hit, place) => {
      const state = stateOf(hit);
      return h("li", { class: "replay-hit", data: state === null ? {} : { change: state.kind } },
        h("span", { class: "replay-place" }, String(place + 1)),
        h("span", { class: "replay-label", dir: "auto" }, hit.label || hit.objectID, h("small", {}, hit.objectID)),
        state && h("span", { class: "replay-change" }, state.words));
    }));
    attribute(list, "hidden", hits.length === 0);
  }
}

/** Where a hit moved: the other side's place, and whether it went up. */
function moveOf(move, side) {
  if (move === undefined) return null;
  return { kind: move.to < move.from ? "up" : "down", words: side === "to" ? `to ${move.to}` : `from ${move.from}` };
}
