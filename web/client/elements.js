// SPDX-License-Identifier: MIT

// The elements that draw views (docs/elements.md). Importing it defines them, where there are elements.

import { AutocompleteElement } from "./elements/autocomplete.js";
import { BoxElement } from "./elements/box.js";
import { FilterListElement, NumericMenuElement, RatingMenuElement, SegmentedElement } from "./elements/choice-lists.js";
import { HitsPerPageElement, SortByElement } from "./elements/choices.js";
import { DateRangeElement } from "./elements/date-range.js";
import { DynamicFacetsElement } from "./elements/dynamic-facets.js";
import { FilterToggleElement } from "./elements/filter-toggle.js";
import { BreadcrumbElement, HierarchicalMenuElement } from "./elements/hierarchy.js";
import { HistogramElement } from "./elements/histogram.js";
import { GeoHitsElement, MultiHitsElement, RelatedItemsElement } from "./elements/hit-sections.js";
import { HitsElement } from "./elements/hits.js";
import { MenuElement } from "./elements/menu.js";
import { NumberElement } from "./elements/number.js";
import { NumberRangeElement } from "./elements/number-range.js";
import { PaginationElement } from "./elements/pagination.js";
import { QueryRuleDataElement } from "./elements/query-rule-data.js";
import { QuerySuggestionsElement } from "./elements/query-suggestions.js";
import { RefinementListElement } from "./elements/refinement-list.js";
import { SavedSearchesElement } from "./elements/saved-searches.js";
import { SessionElement } from "./elements/session-element.js";
import { ClearFiltersElement, CurrentFiltersElement, StatsElement } from "./elements/small.js";
import { HistoryElement, LoadingElement, RelevantSortElement } from "./elements/steps.js";
import { define, ViewElement } from "./elements/view-element.js";

define({
  "searchbus-autocomplete": AutocompleteElement,
  "searchbus-box": BoxElement,
  "searchbus-breadcrumb": BreadcrumbElement,
  "searchbus-clear-filters": ClearFiltersElement,
  "searchbus-current-filters": CurrentFiltersElement,
  "searchbus-date-range": DateRangeElement,
  "searchbus-dynamic-facets": DynamicFacetsElement,
  "searchbus-filter-list": FilterListElement,
  "searchbus-filter-toggle": FilterToggleElement,
  "searchbus-geo-hits": GeoHitsElement,
  "searchbus-hierarchical-menu": HierarchicalMenuElement,
  "searchbus-histogram": HistogramElement,
  "searchbus-history": HistoryElement,
  "searchbus-hits-per-page": HitsPerPageElement,
  "searchbus-hits": HitsElement,
  "searchbus-loading": LoadingElement,
  "searchbus-menu": MenuElement,
  "searchbus-multi-hits": MultiHitsElement,
  "searchbus-number-range": NumberRangeElement,
  "searchbus-number": NumberElement,
  "searchbus-numeric-menu": NumericMenuElement,
  "searchbus-pagination": PaginationElement,
  "searchbus-query-rule-data": QueryRuleDataElement,
  "searchbus-query-suggestions": QuerySuggestionsElement,
  "searchbus-rating-menu": RatingMenuElement,
  "searchbus-refinement-list": RefinementListElement,
  "searchbus-related-items": RelatedItemsElement,
  "searchbus-relevant-sort": RelevantSortElement,
  "searchbus-saved-searches": SavedSearchesElement,
  "searchbus-segmented": SegmentedElement,
  "searchbus-session": SessionElement,
  "searchbus-sort-by": SortByElement,
  "searchbus-stats": StatsElement,
  "searchbus-view": class extends ViewElement {},
});

export { SessionElement, ViewElement };
