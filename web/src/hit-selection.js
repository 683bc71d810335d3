// SPDX-License-Identifier: MIT

import { attribute, h } from "./dom.js";
import { icon } from "./icons.js";

const mostAttributes = 16;
const mostBytes = 8_192;

/** The button that selects what a card shows: a toggle of its own, since the card itself opens something. */
export function selectButton(click) {
  return h("button", {
    class: "hit-select", type: "button", tabindex: "-1", "aria-pressed": "false", on: { click },
  }, icon("check"));
}

/** Draws whether the hit of a card is selected. */
export function showSelected(card, isSelected) {
  if (!card.select) return;
  card.classList.toggle("is-selected", isSelected);
  attribute(card.select, "aria-pressed", isSelected ? "true" : "false");
}

/** A hit's values of the attributes that are sent when it is selected, as far as they may be. Pure. */
export function valuesToSend({ record }, attributes) {
  const values = {};
  for (const name of attributes.slice(0, mostAttributes)) {
    const value = record?.[name];
    if (!isScalar(value) && !(Array.isArray(value) && value.every(isScalar))) continue;
    values[name] = value;
    if (new TextEncoder().encode(JSON.stringify(values)).length > mostBytes) delete values[name];
  }
  return values;
}

function isScalar(value) {
  return ["string", "number", "boolean"].includes(typeof value);
}
