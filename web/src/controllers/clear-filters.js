// SPDX-License-Identifier: MIT

import { ClearFiltersElement } from "../../client/elements/small.js";
import { drawn, Drawn } from "../drawn.js";

/** A button that removes every refinement, with their number. */
export default class ClearFilters extends Drawn {
  constructor({ widget, ...given }) {
    super(drawn("clear-filters", ClearFiltersElement, given, { label: widget.title ?? "Clear all filters", always: true }));
  }
}
