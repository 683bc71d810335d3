// SPDX-License-Identifier: MIT

const opener = ".hit-open";
const largestQuery = 512;

/**
 * Reports the results that a person opens, as intents to the searchers that found them: `report-click`. It listens on the
 * page, so a list need not know of it; what cannot be sent is left out, since nothing on the screen hangs on it.
 *
 * `context()` answers with the page's context, `signal` ends it.
 */
export function reportOpenedHits(page, context, signal) {
  page.addEventListener("click", ({ target }) => {
    const card = target.closest?.(opener)?.closest("[data-hit]");
    const host = card?.closest("search-widget");
    if (!card || !host) return;
    const { app, api, session } = context();
    const searcher = app.widgets.find(({ name }) => name === host.dataset.widget)?.searcher;
    // Read-only users may not report anything, and are not counted.
    if (!searcher || session.isReadOnly) return;
    const intent = { to: searcher, type: "report-click", data: reportOf(card) };
    api.postIntents(session.id, [intent]).catch(() => {});
  }, { signal });
}

function reportOf(card) {
  const data = { objectID: card.dataset.hit };
  const row = Number(card.dataset.position);
  if (Number.isInteger(row) && row >= 0) data.position = row + 1;
  const query = card.closest("[data-query]")?.dataset.query;
  if (query !== undefined && query.length <= largestQuery) data.query = query;
  return data;
}
