// SPDX-License-Identifier: MIT

import { attribute, h, text } from "./dom.js";
import { showHighlighted } from "./highlight.js";
import { number } from "./words.js";

/** A longer value may not fit into the two lines that a row has. */
const longest = 48;

/** A row of a list of values: an `li.value` with a box to tick, its `.label` and its `.count`. */
export function valueRow(attributes = { type: "checkbox" }) {
  return h("li", { class: "value" }, h("label", {},
    h("input", attributes), h("span", { class: "label", dir: "auto" }), " ", h("span", { class: "count" })));
}

/** The parts of a row, also of one that a server has drawn. */
export function partsOf(row) {
  row.parts ??= {
    box: row.querySelector("input"), label: row.querySelector(".label"), count: row.querySelector(".count"), unit: row.querySelector(".unit"),
  };
  return row.parts;
}

/** Draws how a value is, with or without a box to tick; a row with a `.unit` has it say for people who listen what is counted. */
export function showRow(row, { on, count }) {
  const parts = partsOf(row);
  if (parts.box && parts.box.checked !== on) parts.box.checked = on;
  row.classList.toggle("is-selected", on);
  row.classList.toggle("is-empty", count === 0);
  const known = typeof count === "number";
  text(parts.count, known ? number(count) : "");
  if (parts.unit) text(parts.unit, known ? (count === 1 ? " result" : " results") : "");
}

/** Draws the label of a value, with what matches marked; the whole of a long one is its tooltip. */
export function showValue(element, label, spans = null) {
  const words = String(label);
  showHighlighted(element, spans ?? [[words, false]]);
  attribute(element, "title", words.length > longest ? words : null);
}
