// SPDX-License-Identifier: MIT

// Printed from the list of widget types by `make record`; do not edit.

import AutocompleteController from "./autocomplete.js";
import BreadcrumbController from "./breadcrumb.js";
import ClearFiltersController from "./clear-filters.js";
import ConfigureController from "./configure.js";
import CurrentFiltersController from "./current-filters.js";
import DateRangeController from "./date-range.js";
import DynamicFacetsController from "./dynamic-facets.js";
import FilterListController from "./filter-list.js";
import FilterToggleController from "./filter-toggle.js";
import GeoHitsController from "./geo-hits.js";
import HierarchicalMenuController from "./hierarchical-menu.js";
import HistogramController from "./histogram.js";
import HistoryController from "./history.js";
import HitsController from "./hits.js";
import HitsPerPageController from "./hits-per-page.js";
import LoadingController from "./loading.js";
import MenuController from "./menu.js";
import MultiHitsController from "./multi-hits.js";
import NumberController from "./number.js";
import NumberRangeController from "./number-range.js";
import NumericMenuController from "./numeric-menu.js";
import PaginationController from "./pagination.js";
import QueryRuleDataController from "./query-rule-data.js";
import QuerySuggestionsController from "./query-suggestions.js";
import RatingMenuController from "./rating-menu.js";
import RefinementListController from "./refinement-list.js";
import RelatedItemsController from "./related-items.js";
import RelevantSortController from "./relevant-sort.js";
import SavedSearchesController from "./saved-searches.js";
import SearchBoxController from "./search-box.js";
import SegmentedController from "./segmented.js";
import SortByController from "./sort-by.js";
import StatsController from "./stats.js";

/** The controllers of the widget types. */
export const controllers = {
  "autocomplete": AutocompleteController,
  "breadcrumb": BreadcrumbController,
  "clear-filters": ClearFiltersController,
  "configure": ConfigureController,
  "current-filters": CurrentFiltersController,
  "date-range": DateRangeController,
  "dynamic-facets": DynamicFacetsController,
  "filter-list": FilterListController,
  "filter-toggle": FilterToggleController,
  "geo-hits": GeoHitsController,
  "hierarchical-menu": HierarchicalMenuController,
  "histogram": HistogramController,
  "history": HistoryController,
  "hits": HitsController,
  "hits-per-page": HitsPerPageController,
  "loading": LoadingController,
  "menu": MenuController,
  "multi-hits": MultiHitsController,
  "number": NumberController,
  "number-range": NumberRangeController,
  "numeric-menu": NumericMenuController,
  "pagination": PaginationController,
  "query-rule-data": QueryRuleDataController,
  "query-suggestions": QuerySuggestionsController,
  "rating-menu": RatingMenuController,
  "refinement-list": RefinementListController,
  "related-items": RelatedItemsController,
  "relevant-sort": RelevantSortController,
  "saved-searches": SavedSearchesController,
  "search-box": SearchBoxController,
  "segmented": SegmentedController,
  "sort-by": SortByController,
  "stats": StatsController,
};
