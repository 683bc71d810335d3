// SPDX-License-Identifier: MIT
// Part of SearchBus.

const plainNumber = new Intl.NumberFormat();
const numberFormats = new Map();
const byteUnits = ["B", "KB", "MB", "GB", "TB"];

/** A number for people: grouped digits. */
export function number(value, options) {
  return options ? numberFormat(options).format(value) : plainNumber.format(value);
}

/** Making a format takes a hundred times as long as using it; the console uses only a few. */
function numberFormat(options) {
  const name = JSON.stringify(options);
  if (!numberFormats.has(name)) numberFormats.set(name, new Intl.NumberFormat(undefined, options));
  return numberFormats.get(name);
}

/** A number as a record has it: four digits stay together, as in years; nothing is rounded unless `options` say so. */
export function quantity(value, options = {}) {
  return number(value, { useGrouping: "min2", maximumFractionDigits: 20, ...options });
}

/** A truth value as people write it. */
export function truth(value) {
  return value ? "Yes" : "No";
}

/** The value of a record's attribute in words: lists with commas, truth values as yes and no; objects as JSON. */
export function fieldWords(value) {
  if (Array.isArray(value)) return value.map(fieldWords).join(", ");
  if (typeof value === "boolean") return truth(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** An attribute as a heading: `freeShipping` and `free_shipping` are `Free shipping`. Other names stay as they are. */
export function attributeTitle(name) {
  if (!/^[a-z][A-Za-z0-9]*(_[a-z0-9]+)*$/.test(name)) return name;
  const words = name.replaceAll("_", " ").replace(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function currency(value, code = "USD") {
  try {
    return number(value, { style: "currency", currency: code });
  } catch {
    return `${number(value)} ${code}`; // Not a currency code: the app file says so, and the amount still counts.
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
  return new Date(seconds * 1000).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
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
  return `${at.toLocaleTimeString(undefined, { hour12: false })}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** A sequence without its leading zeros. */
export function sequence(digits) {
  return digits.replace(/^0+(?=\d)/, "");
}
