// SPDX-License-Identifier: MIT

import { filterWords } from "../client/filter-words.js";

/** What a session's view says of the filters of the key that it began with; null if it has none. */
export function limitNote(view) {
  const groups = view?.filters?.groups ?? [];
  if (groups.length === 0) return null;
  const words = groups.map(({ kind, filters }) => filters.map(wordsOf).join(kind === "or" ? " or " : "; "));
  return `This session began with a key with filters. It finds only records with ${words.join("; ")}.`;
}

function wordsOf(filter) {
  const label = `${filter.negated ? "Not " : ""}${filter.value ?? ""}`;
  return filterWords({ label, attribute: filter.attribute, filter }).name;
}
