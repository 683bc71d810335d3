// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { number } from "./format.js";

/**
 * What the badge's milliseconds consist of, for a keystroke that this page measured: until it was sent, the way to the bus and back, the bus
 * from the intent to the view that was drawn, and what the browser did with that. Answers null where there is nothing to tell.
 */
export function timeBudget(steps, measured) {
  const budget = measured && budgetOf(steps, measured);
  if (!budget) return null;
  const { whole, parts, topic } = budget;
  return h("div", { class: "budget" },
    h("div", { class: "budget-bar", "aria-hidden": "true" }, parts.map(({ name, micros }) =>
      h("i", { data: { part: name }, style: { "--share": String(micros / whole) } }))),
    h("p", { class: "budget-words" },
      h("strong", { data: { part: "whole" } }, tenths(whole)), " key to screen: ",
      parts.flatMap(({ name, words, micros }, place) => [
        place > 0 ? " · " : "", h("span", { data: { part: name } }, tenths(micros)), ` ${words}${name === "bus" ? `, up to ${topic}` : ""}`,
      ])));
}

/**
 * The parts of a measurement, `{ intent, elapsed, widget, view, sent, bytes, applied, drawn }`, of which the last four are milliseconds since
 * the key. All but the first three may be missing. Pure: microseconds, which add up also as they are shown, to a tenth of a millisecond.
 */
export function budgetOf(steps, { intent, elapsed, widget, view, ...moments }) {
  const begin = steps.find(({ event }) => event?.id === intent)?.to ?? 0;
  const drawn = steps.find(({ event }) => view && event?.id === view) 
    ?? steps.findLast(({ topic, to }) => topic.startsWith(`view/${widget}/`) && to - begin <= elapsed * 1000);
  if (!drawn) return null;
  const [whole, bus] = [elapsed * 1000, drawn.to - begin].map(rounded);
  const parts = browserParts(whole, bus, moments)
    ?? [{ name: "bus", words: "bus", micros: bus }, { name: "rest", words: "browser and network", micros: whole - bus }];
  return { whole, parts, topic: `view/${widget}` };
}

/** The parts around the bus; null where one is missing, or the clocks do not fit. */
function browserParts(whole, bus, moments) {
  const [sent, bytes, applied, drawn] = ["sent", "bytes", "applied", "drawn"].map((name) => rounded(moments[name] * 1000));
  const parts = [
    { name: "sent", words: "until it was sent", micros: sent },
    { name: "network", words: "network", micros: bytes - sent - bus },
    { name: "bus", words: "bus", micros: bus },
    { name: "applied", words: "reading", micros: applied - bytes },
    { name: "drawn", words: "drawing", micros: drawn - applied },
    { name: "painted", words: "layout and paint", micros: whole - drawn },
  ];
  return parts.every(({ micros }) => micros >= 0) ? parts : null;
}

function rounded(micros) {
  return Math.round(micros / 100) * 100;
}

function tenths(micros) {
  return `${number(micros / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`;
}
