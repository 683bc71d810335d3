// SPDX-License-Identifier: MIT
// Part of SearchBus.

// A tab that nobody looks at gives its stream back: browsers allow six connections a server, and a few forgotten tabs
// would keep a new one from working. Coming back resumes where it left.

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
