// SPDX-License-Identifier: MIT

import { attribute } from "./dom.js";

// Places of one row may differ by so many pixels in height.
const slack = 4;

/**
 * Arrow keys in a list or grid: it is one stop of the Tab key, and the arrows, Home and End move within it.
 *
 * `selector` finds the stops; call the answered function after each change of the list; its `isPlace(element)` tells whether
 * an element contains the stop that was last visited, to which the Tab key returns. `place` finds the element around a
 * stop that lies in the grid, where that is not the stop itself.
 */
export function roving(list, selector, { place = null } = {}) {
  const stops = () => [...list.querySelectorAll(selector)];
  let visited = null;

  function settle(current) {
    const all = stops();
    const chosen = all.includes(current) ? current : all.find((stop) => stop.getAttribute("tabindex") === "0") ?? all[0];
    for (const stop of all) attribute(stop, "tabindex", stop === chosen ? 0 : -1);
  }

  list.addEventListener("focusin", (event) => {
    if (!event.target.matches(selector)) return;
    visited = event.target;
    settle(visited);
  });
  list.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.indexOf(event.target);
    if (at < 0) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    const steps = {
      ArrowRight: () => at + forward, ArrowLeft: () => at - forward, Home: () => 0, End: () => all.length - 1,
      ArrowDown: () => nextRow(all.map(boxOf), at, 1), ArrowUp: () => nextRow(all.map(boxOf), at, -1),
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    all[Math.min(Math.max(steps[event.key](), 0), all.length - 1)].focus();
  });

  function boxOf(stop) {
    return (place === null ? stop : stop.closest(place)).getBoundingClientRect();
  }

  const settled = () => settle(list.getRootNode().activeElement);
  // A stop whose element shows another item from now on is no longer the one that was visited.
  settled.isPlace = (element) => visited?.getAttribute("tabindex") === "0" && element.contains(visited);
  return settled;
}

/**
 * The stop that lies above or below, by what is on the screen: of the next row the one that is least to the side. Where all
 * lie in one row it is the stop before or behind.
 */
function nextRow(boxes, at, step) {
  const from = boxes[at];
  const distances = boxes.map(({ top }) => (top - from.top) * step);
  const nearest = Math.min(...distances.filter((distance) => distance > slack));
  if (nearest === Infinity) return boxes.every(({ top }) => Math.abs(top - from.top) <= slack) ? at + step : at;
  const row = boxes.map((_, index) => index).filter((index) => Math.abs(distances[index] - nearest) <= slack);
  return row.reduce((best, index) =>
    (Math.abs(boxes[index].left - from.left) < Math.abs(boxes[best].left - from.left) ? index : best));
}
