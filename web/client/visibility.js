// SPDX-License-Identifier: MIT

import { isHidden, onVisibility } from "./page.js";

// A hidden tab closes its stream: browsers allow six connections to a server, and a few forgotten tabs
// would block a new one. A tab that becomes visible resumes its stream.

/** Resolves once the page is looked at, or the signal aborts. */
export function whenVisible(signal) {
  return new Promise((resolve) => {
    const seen = new AbortController();
    const look = () => {
      if (isHidden() && !signal.aborted) return;
      seen.abort();
      resolve();
    };
    onVisibility(look, { signal: seen.signal });
    signal.addEventListener("abort", look, { signal: seen.signal });
    look();
  });
}

/** Calls back when the page has been out of sight for so long; until the signal aborts. */
export function afterHidden(milliseconds, signal, callback) {
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    if (isHidden()) timer = setTimeout(callback, milliseconds);
  };
  onVisibility(look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}
