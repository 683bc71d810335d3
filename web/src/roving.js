// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { attribute } from "./dom.js";

/**
 * Arrow keys in a list or grid: it is one stop of the Tab key, and the arrows, Home and End move within it.
 *
 * `selector` finds the places to go; call the answered function after each change of the list.
 */
export function roving(list, selector) {
  const stops = () => [...list.querySelectorAll(selector)];

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
    const row = rowLength(all);
    const steps = { ArrowDown: row, ArrowRight: 1, ArrowUp: -row, ArrowLeft: -1, Home: -at, End: all.length - 1 - at };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
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
