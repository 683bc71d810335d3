// SPDX-License-Identifier: MIT

import { CurrentFiltersElement } from "../../client/elements/small.js";
import { drawn, Drawn } from "../drawn.js";
import { keysHintID } from "../roving.js";

/** The current filters as chips; each can be removed. */
export default class CurrentFilters extends Drawn {
  constructor({ widget, ...given }) {
    super(drawn("current-filters", CurrentFiltersElement, given, {
      "aria-label": widget.title ?? "Current filters", "aria-describedby": keysHintID, hidden: true,
    }));
  }
}
