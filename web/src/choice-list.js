// SPDX-License-Identifier: MIT

import { ChoiceList as List } from "../client/choice-list.js";
import { attribute } from "./dom.js";
import { made } from "./drawn.js";
import { keysHintID } from "./roving.js";

/** The client's list of choices, as the console looks; screen readers report the arrow keys. */
export class ChoiceList extends List {
  constructor(options) {
    super({ ...options, made });
    if (options.multiple) attribute(this.element, "aria-describedby", keysHintID);
  }
}
