// SPDX-License-Identifier: MIT

// On a touch screen the focus would open the keyboard over the page.
const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)");
const boxes = "search-widget:is([data-type=search-box], [data-type=autocomplete])";

/** Gives the focus to the first search box of a page when its controller is loaded, unless something has it by then. */
export function focusFirstBox(page, signal) {
  const host = hasKeyboard.matches ? page.querySelector(boxes) : null;
  if (host === null) return;
  const loading = new MutationObserver(() => {
    const box = host.querySelector("[data-search-box]");
    if (box === null) return;
    loading.disconnect();
    if (document.activeElement === document.body) box.focus({ preventScroll: true });
  });
  loading.observe(host, { childList: true });
  signal.addEventListener("abort", () => loading.disconnect());
}
