// SPDX-License-Identifier: MIT

// The elements that draw views (docs/elements.md). Importing it defines them, where there are elements.

import { BoxElement } from "./elements/box.js";
import { HitsPerPageElement, SortByElement } from "./elements/choices.js";
import { HitsElement } from "./elements/hits.js";
import { NumberRangeElement } from "./elements/number-range.js";
import { PaginationElement } from "./elements/pagination.js";
import { RefinementListElement } from "./elements/refinement-list.js";
import { SessionElement } from "./elements/session-element.js";
import { ClearFiltersElement, CurrentFiltersElement, StatsElement } from "./elements/small.js";
import { define, ViewElement } from "./elements/view-element.js";

define({
  "searchbus-box": BoxElement,
  "searchbus-clear-filters": ClearFiltersElement,
  "searchbus-current-filters": CurrentFiltersElement,
  "searchbus-hits": HitsElement,
  "searchbus-hits-per-page": HitsPerPageElement,
  "searchbus-number-range": NumberRangeElement,
  "searchbus-pagination": PaginationElement,
  "searchbus-refinement-list": RefinementListElement,
  "searchbus-session": SessionElement,
  "searchbus-sort-by": SortByElement,
  "searchbus-stats": StatsElement,
  "searchbus-view": class extends ViewElement {},
});

export { SessionElement, ViewElement };
