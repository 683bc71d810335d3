// SPDX-License-Identifier: MIT

// SearchBus in a page of one's own (docs/your-own-page.md): a session, its views, intents, and elements that draw views.
// The gateway serves this at `/client/index.js`; what is exported here, and nothing else under `/client/`, is an interface.

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

export { connect, SearchBus } from "./connect.js";
export { Problem } from "./problem.js";
export { Session } from "./session.js";
export { SessionElement, ViewElement };
export { View } from "./view.js";
