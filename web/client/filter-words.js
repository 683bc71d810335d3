// SPDX-License-Identifier: MIT

import { attributeTitle, quantity, truth } from "./words.js";

/**
 * A filter in force in words, an item of the view of `current-filters`: `{ label, name }`, where `name` has the attribute
 * also where the label is the value alone. With `items`, all filters of the view, the label has the attribute too where the
 * value does not say enough: filters on another attribute have the same, or it has no visible character.
 */
export function filterWords(item, items = []) {
  const label = labelOf(item);
  if (!isText(item)) return { label, name: label };
  const name = `${attributeTitle(item.attribute ?? "")}: ${label}`;
  const isShared = items.some((other) => isText(other) && other.attribute !== item.attribute && labelOf(other) === label);
  return { label: isShared || label === "(empty)" || label === "not (empty)" ? name : label, name };
}

function isText({ filter }) {
  return filter?.type === "facet" && typeof filter.value === "string";
}

/** Numbers, ranges and booleans as text, otherwise the words of the view. */
function labelOf({ label, attribute: name = "", filter }) {
  const not = filter?.negated ? "Not " : "";
  if (filter?.date !== undefined) return `${not}${attributeTitle(name)}: ${filter.date.replace(/ in ms$/, "")}`;
  if (filter?.type === "numeric") return `${not}${attributeTitle(name)}: ${amountsOf(filter)}`;
  if (filter?.type === "facet" && typeof filter.value !== "string") {
    const { value } = filter;
    return `${not}${attributeTitle(name)}: ${typeof value === "number" ? quantity(value) : truth(value).toLowerCase()}`;
  }
  return String(label);
}

function amountsOf({ range, operator, value }) {
  if (Array.isArray(range)) return range.map((end) => quantity(Number(end))).join(" – ");
  const sign = { "<=": "up to", ">=": "from", "<": "below", ">": "above", "!=": "not", "=": "" }[operator] ?? operator;
  return `${sign} ${quantity(Number(value))}`.trim();
}
