// SPDX-License-Identifier: MIT

import { language, number, truth } from "../client/words.js";

export { amountOf, attributeTitle, exact, number, quantity, truth } from "../client/words.js";

const byteUnits = ["B", "KB", "MB", "GB", "TB"];

/** The value of a record's attribute in words: lists with commas, booleans as yes and no, members with their names. */
export function fieldWords(value) {
  if (Array.isArray(value)) return value.map(fieldWords).join(", ");
  if (typeof value === "boolean") return truth(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value).map(([name, member]) => `${name}: ${fieldWords(member)}`).join("; ");
}

export function currency(value, code = "USD") {
  try {
    return number(value, { style: "currency", currency: code });
  } catch {
    return `${number(value)} ${code}`; // An invalid currency code in the app file; the amount is still shown.
  }
}

/** Bytes in the largest unit that leaves at least one whole. */
export function bytes(value) {
  let unit = 0;
  while (value >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${number(value, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${byteUnits[unit]}`;
}

/** A date from unix seconds. */
export function date(seconds) {
  return new Date(seconds * 1000).toLocaleDateString(language, { year: "numeric", month: "short", day: "numeric" });
}

/** How long something runs: `4 s`, `12 min`, `3 h`, `2 d`. */
export function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** Microseconds as milliseconds with as many digits as carry meaning. */
export function milliseconds(micros) {
  const value = micros / 1000;
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ms`;
}

/** An event's time in microseconds since 1970. `Date` alone would drop the last three digits. */
export function microseconds(time) {
  const fraction = /\.(\d+)/.exec(time)?.[1] ?? "";
  return Date.parse(time.replace(/\.\d+/, "")) * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

/** The time of day of an event with its milliseconds. */
export function clock(time) {
  const at = new Date(time);
  return `${at.toLocaleTimeString(language, { hour12: false })}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** A sequence without its leading zeros. */
export function sequence(digits) {
  return digits.replace(/^0+(?=\d)/, "");
}
