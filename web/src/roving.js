// SPDX-License-Identifier: MIT

import { roving as rove } from "../client/roving.js";
import { attribute, h } from "./dom.js";

/** The id of the sentence that tells screen readers of the arrow keys. */
export const keysHintID = "keys-hint";

/** That sentence; a document or a shadow tree has it once for all lists. */
export function keysHint() {
  return h("p", { id: keysHintID, hidden: true }, "Arrow keys move within it.");
}

/**
 * `roving` of the client, which screen readers report. `described` is the element, with a role, that describes the arrow
 * keys, if that is not the list; null if its role implies it.
 */
export function roving(list, selector, { described = list, ...options } = {}) {
  if (described) attribute(described, "aria-describedby", keysHintID);
  return rove(list, selector, options);
}
