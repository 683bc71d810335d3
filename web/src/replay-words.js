// SPDX-License-Identifier: MIT

import { number } from "./format.js";

/** What was searched for, for people. */
export function labelOf(search) {
  return search.query === "" ? "everything" : search.query;
}

/** Who was asked, and beside which text. */
export function placeOf(search) {
  const filters = (search.filters?.groups ?? []).reduce((sum, group) => sum + (group.filters?.length ?? 0), 0);
  const parts = [search.algolia === undefined ? search.searcher : `${search.algolia}, by Algolia's interface`];
  if (filters > 0) parts.push(filters === 1 ? "1 filter" : `${number(filters)} filters`);
  if (search.page > 0) parts.push(`page ${number(search.page + 1)}`);
  if (search.index) parts.push(`index ${search.index}`);
  return parts.join(", ");
}

const turns = {
  becameEmpty: "no longer has results", noLongerEmpty: "has results now", nowFails: "fails now",
  noLongerFails: "fixed",
};

/** What differs, in a few words. */
export function remarksOf({ turn, gained, lost, moved, facets, nbHits }) {
  if (turns[turn] !== undefined) return turns[turn];
  const parts = [];
  if (gained.length > 0) parts.push(`${gained.length} added`);
  if (lost.length > 0) parts.push(`${lost.length} removed`);
  if (moved.length > 0) parts.push(`${moved.length} moved`);
  if (parts.length > 0) return parts.join(", ");
  if (nbHits.before !== nbHits.after) return "another number of results";
  return Object.keys(facets).length > 0 ? "other counts" : "differs";
}
