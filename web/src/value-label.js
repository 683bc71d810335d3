// SPDX-License-Identifier: MIT

import { attribute } from "./dom.js";
import { showHighlighted } from "../client/highlight.js";

/** A longer value may not fit into the two lines that a row has. */
const longest = 48;

/** Draws the label of a facet value, with what matches marked; the whole of a long one is its tooltip. */
export function showValue(element, label, spans = null) {
  const words = String(label);
  showHighlighted(element, spans ?? [[words, false]]);
  attribute(element, "title", words.length > longest ? words : null);
}
