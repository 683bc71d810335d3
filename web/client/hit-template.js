// SPDX-License-Identifier: MIT

import { attribute, text } from "./dom.js";
import { showHighlighted } from "./highlight.js";
import { imageOf, linkURL } from "./link.js";
import { amountOf, language } from "./words.js";

// Elements of a template say which attribute of a record they show:
//
//   data-text="brand"            its text; with data-format="number", "currency EUR" or "date" in the page's language
//   data-highlight="name"        its text, with <mark> around what matches
//   data-src, data-href          an address, of http and https alone; without one the element is hidden
//   data-alt, data-title, data-label    the element's alt, title and aria-label
//   data-if="onSale"             the element is hidden unless there is something: not null, false, 0, "" or an empty list
//   data-variable="--stars rating"      a custom property of the element's style
//
// `price.amount` is a member of a member. There is no way for data to become markup or script.

const bindings = {
  text: (element, hit, name) => text(element, wordsOf(valueAt(hit, name), element.dataset.format)),
  highlight: (element, hit, name) => showHighlighted(element, spansOf(hit, name)),
  src: (element, hit, name) => showAddress(element, "src", valueAt(hit, name)),
  href: (element, hit, name) => showAddress(element, "href", valueAt(hit, name)),
  alt: (element, hit, name) => attribute(element, "alt", wordsOf(valueAt(hit, name))),
  title: (element, hit, name) => attribute(element, "title", wordsOf(valueAt(hit, name))),
  label: (element, hit, name) => attribute(element, "aria-label", wordsOf(valueAt(hit, name))),
  if: (element, hit, name) => attribute(element, "hidden", !isSomething(valueAt(hit, name))),
  variable: (element, hit, words) => {
    const [property, name] = words.trim().split(/\s+/);
    const value = wordsOf(valueAt(hit, name));
    if (element.style.getPropertyValue(property) !== value) element.style.setProperty(property, value);
  },
};

const plans = new WeakMap();

/** Shows a hit in an element that was made from a template, by a server or here; touches only what changes. */
export function drawHit(element, hit) {
  if (!plans.has(element)) plans.set(element, planOf(element));
  for (const [part, kind, name] of plans.get(element)) bindings[kind](part, hit, name);
}

/** What there is to draw in an element: `[part, kind, name]`. */
function planOf(element) {
  return [element, ...element.querySelectorAll("*")].flatMap((part) => Object.keys(bindings)
    .filter((kind) => part.dataset[kind] !== undefined).map((kind) => [part, kind, part.dataset[kind]]));
}

/** The value of a record's attribute; a dot leads into objects unless an attribute is called so. */
export function valueAt({ record }, name) {
  return record?.[name] ?? name.split(".").reduce((value, part) => value?.[part], record);
}

/** A value in words; in the language that the page says it is in. */
export function wordsOf(value, format = "") {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, format)).join(", ");
  const [kind, unit] = format.split(" ");
  if (kind && amountOf(value) === null) return wordsOf(value); // Such as a price “on request”.
  try {
    if (kind === "number") return new Intl.NumberFormat(language).format(value);
    if (kind === "currency") return new Intl.NumberFormat(language, { style: "currency", currency: unit }).format(value);
    if (kind === "date") return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(value * 1000));
  } catch {
    return String(value); // Neither a number nor a currency: the value is shown unchanged.
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function spansOf(hit, name) {
  const spans = hit.highlights?.[name];
  // Invalid highlights mark nothing: the searcher may be a third-party program.
  if (Array.isArray(spans) && spans.every(Array.isArray)) return spans;
  return [[wordsOf(valueAt(hit, name)), false]];
}

function showAddress(element, name, value) {
  const url = name === "src" ? imageOf(value) : linkURL(value);
  attribute(element, "hidden", url === null);
  // Setting an image's address again would load it again.
  if (url !== null && element[name] !== url) attribute(element, name, url);
}

function isSomething(value) {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
