// SPDX-License-Identifier: MIT

// Days as date inputs write them, and as numbers since 1970; days begin at midnight UTC, as periods do.

const dayInMilliseconds = 86_400_000;

/** The day of a number, or an empty text for none or one that no calendar has. */
export function dayText(value, unit) {
  if (value === null || value === undefined) return "";
  const date = new Date(unit === "milliseconds" ? value : value * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999
    ? "" : date.toISOString().slice(0, 10);
}

/** The first number of a day, or its last; null for an empty text. */
export function dayNumber(day, unit, isEnd = false) {
  const start = day === "" ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start)) return null;
  if (unit === "milliseconds") return isEnd ? start + dayInMilliseconds - 1 : start;
  return isEnd ? (start + dayInMilliseconds) / 1000 - 1 : start / 1000;
}
