// SPDX-License-Identifier: MIT

/** The language that the page says it is in: numbers and dates follow it, as words do; undefined where it says none. */
export const language = globalThis.document?.documentElement.lang || undefined;

const plainNumber = new Intl.NumberFormat(language);
const numberFormats = new Map();

/** A number for people: grouped digits. */
export function number(value, options) {
  return options ? numberFormat(options).format(value) : plainNumber.format(value);
}

/** Making a format takes a hundred times as long as using it; a page uses only a few. */
function numberFormat(options) {
  const name = JSON.stringify(options);
  if (!numberFormats.has(name)) numberFormats.set(name, new Intl.NumberFormat(language, options));
  return numberFormats.get(name);
}

/** Numbers as they are, without the noise of decimals that were added up. */
export const exact = { maximumFractionDigits: 10 };

/** A number as a record has it: four digits stay together, as in years; nothing is rounded unless `options` require it. */
export function quantity(value, options = {}) {
  return number(value, { useGrouping: "min2", maximumFractionDigits: 20, ...options });
}

/** The number that a value of a record is, also one in a text; null for every other value, which has no amount, date or size. */
export function amountOf(value) {
  if (typeof value === "string" && value.trim() === "" || !["string", "number"].includes(typeof value)) return null;
  return Number.isFinite(Number(value)) ? Number(value) : null;
}

/** A boolean as text. */
export function truth(value) {
  return value ? "Yes" : "No";
}

/** An attribute as a heading: `freeShipping` and `free_shipping` are `Free shipping`. Other names stay as they are. */
export function attributeTitle(name) {
  if (!/^[a-z][A-Za-z0-9]*(_[a-z0-9]+)*$/.test(name)) return name;
  const words = name.replaceAll("_", " ").replace(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text, or `(empty)` where none of its characters can be seen, as the gateway shows facet values. */
export function shownText(text) {
  return /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text) ? "(empty)" : text;
}
