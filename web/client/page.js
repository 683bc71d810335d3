// SPDX-License-Identifier: MIT

// The page that a program runs in. Servers and other runtimes have none: nothing happens there, and nothing is hidden.

/** The address of the page, or undefined. */
export function pageURL() {
  return globalThis.document ? location : undefined;
}

/** Listens to an event of the window. */
export function onPage(type, listener, options) {
  if (globalThis.document) addEventListener(type, listener, options);
}

/** Listens to the page's becoming visible or hidden. */
export function onVisibility(listener, options) {
  globalThis.document?.addEventListener("visibilitychange", listener, options);
}

/** Whether the page is out of sight. */
export function isHidden() {
  return globalThis.document?.hidden === true;
}
