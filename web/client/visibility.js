// SPDX-License-Identifier: MIT

// A hidden tab closes its stream: browsers allow six connections to a server, and a few forgotten tabs
// would block a new one. A tab that becomes visible resumes its stream.

/** Resolves once the page is looked at, or the signal aborts. */
export function whenVisible(signal) {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
    look();
  });
}

/** Calls back when the page has been out of sight for so long; until the signal aborts. */
export function afterHidden(milliseconds, signal, callback) {
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(callback, milliseconds);
  };
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}
