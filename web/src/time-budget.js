// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { number } from "./format.js";

/**
 * What the badge's milliseconds consist of, for a keystroke that this page measured: from the intent to the view that was
 * drawn on the bus, and the rest before and after it. Answers null where there is nothing to tell.
 */
export function timeBudget(steps, measured) {
  const parts = measured && budgetOf(steps, measured);
  if (!parts) return null;
  return h("div", { class: "budget" },
    h("div", { class: "budget-bar", "aria-hidden": "true", style: { "--share": String(parts.bus / parts.whole) } }),
    h("p", { class: "budget-words" },
      h("strong", { data: { part: "whole" } }, tenths(parts.whole)), " key to screen: ",
      h("span", { class: "budget-bus", data: { part: "bus" } }, tenths(parts.bus)), ` bus, up to ${parts.topic} · `,
      h("span", { class: "budget-rest", data: { part: "rest" } }, tenths(parts.rest)), " browser and network"));
}

/** Pure: microseconds, which add up also as they are shown, to a tenth of a millisecond. */
export function budgetOf(steps, { intent, elapsed, widget }) {
  const begin = steps.find(({ event }) => event?.id === intent)?.to ?? 0;
  const drawn = steps.findLast(({ topic, to }) => topic.startsWith(`view/${widget}/`) && to - begin <= elapsed * 1000);
  if (!drawn) return null;
  const [whole, bus] = [elapsed * 1000, drawn.to - begin].map((micros) => Math.round(micros / 100) * 100);
  return { whole, bus, rest: whole - bus, topic: `view/${widget}` };
}

function tenths(micros) {
  return `${number(micros / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`;
}
