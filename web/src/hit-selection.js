// SPDX-License-Identifier: MIT

import { attribute, h } from "./dom.js";
import { icon } from "./icons.js";

export { valuesToSend } from "../client/selected-values.js";

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
