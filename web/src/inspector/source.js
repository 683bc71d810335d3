// SPDX-License-Identifier: MIT

import { usualKinds } from "../bus-event.js";
import { EventFeed } from "../event-feed.js";
import { LogSearch } from "./log-search.js";

/**
 * Opens the source of the entries that the inspector shows. The page uses only these members, so that a source can be of any kind:
 *
 * - `events`: the entries `{ topic, event }`, the oldest first
 * - `isLoaded`: whether the first of them are there; `problem`: why they could not be read yet, or null
 * - `more`: whether `loadOlder()` finds older ones; `end`: where they end otherwise, in words
 * - `note`: the state of the source in a word or two; `empty`: what is said if it has no events
 * - `name`: its name in the name of a file
 * - `isPartial`: whether an action may have more events than are loaded, and is read whole when it is chosen
 * - `loadOlder()`, which returns a promise, and `close()`
 *
 * `changed()` is called after each change of one of them. `wanted` is what the address says: `{ isEverySession, isStatus, search }`, of
 * which `search` is a filter for the whole log, or null for the live bus.
 */
export function openSource({ isEverySession, isStatus, search }, { api, session }, changed) {
  const topics = (isStatus && search === null ? ["status"] : usualKinds).map((kind) => `${kind}/`);
  const scope = isEverySession ? undefined : session.id;
  if (search !== null) return new LogSearch(api, { topics, session: scope, filter: search }, changed);
  return new EventFeed(api, {
    // Status events are not stored, and there are many: they are only sent to those who ask for them.
    topics,
    session: scope,
    empty: isStatus && !isEverySession ? "Status events belong to no session."
      : isEverySession ? "No events yet." : "Nothing has happened in this session yet. Search: each step appears here.",
  }, changed);
}
