// SPDX-License-Identifier: MIT

const failure = {
  code: "backend-failed", message: "The engine did not respond.", remedy: "The next search tries again.",
};

/** The states that a view can be in, made from a live one: a name, its meaning, the view, and whether its process does not respond. */
export function states(view) {
  const { error: _, stale: __, ...good } = view;
  return [
    { name: "ready", words: "Results loaded.", view: { ...good, phase: "ready" } },
    { name: "loading", words: "Waiting for results.", view: { ...good, phase: "loading", loading: true } },
    { name: "stalled", words: "Slow: more than 200 ms.", view: { ...good, phase: "stalled", loading: true, stalled: true } },
    { name: "empty", words: "No results.", view: { ...emptied(good), phase: "ready" } },
    { name: "failed", words: "Failed; the last results are kept.", view: { ...good, phase: "failed", stale: true, error: failure } },
    { name: "disabled", words: "Its process does not respond.", view: good, isSilent: true },
  ];
}

/** A view of an answer that holds nothing: no elements, no counts, no bounds. */
function emptied(view) {
  const empty = {};
  for (const [name, value] of Object.entries(view)) {
    if (Array.isArray(value)) empty[name] = name === "bounds" || name === "range" ? null : [];
    else empty[name] = /^(nbHits|nbPages|pages|count|selectedCount|hitCount)$/.test(name) && typeof value === "number" ? 0 : value;
  }
  if ("hasMore" in empty) empty.hasMore = false;
  if ("canShowMore" in empty) empty.canShowMore = false;
  return empty;
}

/** Stands in for a session towards one widget: it has one view, which never changes, and intents lead to nothing. */
export class StillSession {
  #view;

  constructor(view) {
    this.#view = view;
  }

  view() {
    const subscribe = (callback) => {
      callback(this.#view);
      return () => {};
    };
    return { current: this.#view, subscribe, send: async () => null };
  }
}
