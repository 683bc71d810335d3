// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute } from "./dom.js";

/** The id of the sentence that tells people who listen of the arrow keys; the shell has it once for all lists. */
export const keysHint = "keys-hint";

/**
 * Arrow keys in a list or grid: it is one stop of the Tab key, and the arrows, Home and End move within it.
 *
 * `selector` finds the stops; call the answered function after each change of the list. `place` finds the element around a
 * stop that lies in the grid, where that is not the stop itself; `described` is the element, with a role, that tells
 * people who listen of the arrow keys, where that is not the list; null where its role says so already.
 */
export function roving(list, selector, { place = null, described = list } = {}) {
  const stops = () => [...list.querySelectorAll(selector)];
  if (described) attribute(described, "aria-describedby", keysHint);

  function settle(current) {
    const all = stops();
    const chosen = all.includes(current) ? current : all.find((stop) => stop.getAttribute("tabindex") === "0") ?? all[0];
    for (const stop of all) attribute(stop, "tabindex", stop === chosen ? 0 : -1);
  }

  list.addEventListener("focusin", (event) => {
    if (event.target.matches(selector)) settle(event.target);
  });
  list.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.indexOf(event.target);
    if (at < 0) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = rowLength(place === null ? all : all.map((stop) => stop.closest(place)));
    const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    const steps = {
      ArrowDown: row, ArrowRight: forward, ArrowUp: -row, ArrowLeft: -forward, Home: -at, End: all.length - 1 - at,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    all[Math.min(Math.max(at + steps[event.key], 0), all.length - 1)].focus();
  });
  return () => settle(document.activeElement);
}

/** How many places lie side by side, by what is on the screen. */
function rowLength(stops) {
  const top = stops[0].getBoundingClientRect().top;
  const next = stops.findIndex((stop) => Math.abs(stop.getBoundingClientRect().top - top) > 4);
  return next < 0 ? 1 : next;
}
