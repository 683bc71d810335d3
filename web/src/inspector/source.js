// SPDX-License-Identifier: MIT

import { usualKinds } from "../bus-event.js";
import { EventFeed } from "../event-feed.js";

/**
 * Opens the source of the entries that the inspector shows. The page uses only these members, so that a source can be of any kind:
 *
 * - `events`: the entries `{ topic, event }`, the oldest first
 * - `isLoaded`: whether the first of them are there; `problem`: why they could not be read yet, or null
 * - `more`: whether `loadOlder()` finds older ones; `end`: where they end otherwise, in words
 * - `note`: the state of the source in a word or two; `empty`: what is said if it has no events
 * - `name`: its name in the name of a file
 * - `loadOlder()`, which returns a promise, and `close()`
 *
 * `changed()` is called after each change of one of them. `wanted` is what the address says: `{ isEverySession, isStatus }`.
 */
export function openSource({ isEverySession, isStatus }, { api, session }, changed) {
  return new EventFeed(api, {
    // Status events are not stored, and there are many: they are only sent to those who ask for them.
    topics: (isStatus ? ["status"] : usualKinds).map((kind) => `${kind}/`),
    session: isEverySession ? undefined : session.id,
    empty: isStatus && !isEverySession ? "Status events belong to no session."
      : isEverySession ? "No events yet." : "Nothing has happened in this session yet. Use the search page: each step appears here.",
  }, changed);
}
