// SPDX-License-Identifier: MIT

import { language } from "../../client/words.js";
import { number } from "../format.js";

/** A rate as a percentage; a dash for one of nothing. */
export function share(rate) {
  if (rate === null || rate === undefined) return "–";
  return number(rate, { style: "percent", maximumFractionDigits: rate > 0 && rate < 0.1 ? 1 : 0 });
}

/** A number with at most one decimal; a dash for none. */
export function decimal(value) {
  return value === null || value === undefined ? "–" : number(value, { maximumFractionDigits: 1 });
}

/** How many of a thing there are: `1 click`, `2 clicks`. */
export function count(value, one, many = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A span of time in milliseconds; null is beyond the last one that is distinguished. */
export function span(milliseconds) {
  if (milliseconds === null || milliseconds === undefined) return "> 5 s";
  return milliseconds >= 1000 ? `${number(milliseconds / 1000)} s` : `${number(milliseconds)} ms`;
}

/** The text of a search, for people. */
export function queryWords(query) {
  if (query === null) return "Other searches";
  return query === "" ? "No text, filters only" : query;
}

/** When an hour or a day was; with `short`, for an axis. */
export function moment(time, interval, short = false) {
  const at = new Date(time);
  if (interval === "hour") {
    const options = short ? { hour: "2-digit", minute: "2-digit" } : { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" };
    return at.toLocaleString(language, { ...options, hour12: false });
  }
  // Days are those of UTC: in another time zone they must not become the day before.
  const options = short ? { month: "short", day: "numeric" } : { weekday: "short", month: "short", day: "numeric" };
  return at.toLocaleDateString(language, { ...options, timeZone: "UTC" });
}
