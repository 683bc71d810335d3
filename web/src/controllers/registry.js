// SPDX-License-Identifier: MIT
// Part of SearchBus.

// Which controller draws which widget type; and how to add your own.
//
// A controller is a module whose default export is a class:
//
//   export default class Gauge {
//     constructor({ widget, send, announce }) { this.element = document.createElement("div"); }
//     render(view) { this.element.textContent = view.needle; }
//   }
//
// * `widget`    the widget as /api/app describes it: { name, type, title?, parameters, place, … }.
// * `send(type, data, { latest }?)`  sends this widget an intent. Answers with a promise: kept with { id, sequence }
//               once the intent is on the log, with null if a later one replaced it, broken with a Problem if it was
//               refused. With `latest: true` it replaces a waiting intent of the same type (typing, dragging).
//               Repeats after failures are not your business.
// * `announce(text)`  says something politely to people who listen to the page.
// * `element`   the one element you draw in. It exists after the constructor and stays the same.
// * `render(view)`  draws a view, at most twice a frame. A view is whole: draw what it says, remember nothing of others. Do
//               not ask where things are on the screen here (`getBoundingClientRect`): the page would lay out twice.
// * `static showsFailure = true`  optional: your controller says itself why a view of the phase `failed` failed. Otherwise
//               the page does, below it, as it does with a view's `warning` or `warnings`.
// * `disconnect()`  optional: called when the element leaves the page for good; give back what you took (observers).
//
// Give the widget a `controller: /controllers/gauge.js` in the app file: it is imported when needed. The page's Content
// Security Policy holds for it: same origin only, no inline script or style, no innerHTML.

import Autocomplete from "./autocomplete.js";
import Breadcrumb from "./breadcrumb.js";
import ClearFilters from "./clear-filters.js";
import Configure from "./configure.js";
import CurrentFilters from "./current-filters.js";
import DateRange from "./date-range.js";
import DynamicFacets from "./dynamic-facets.js";
import FilterList from "./filter-list.js";
import FilterToggle from "./filter-toggle.js";
import GeoHits from "./geo-hits.js";
import HierarchicalMenu from "./hierarchical-menu.js";
import Histogram from "./histogram.js";
import History from "./history.js";
import Hits from "./hits.js";
import HitsPerPage from "./hits-per-page.js";
import Loading from "./loading.js";
import Menu from "./menu.js";
import MultiHits from "./multi-hits.js";
import NumberControl from "./number.js";
import NumberRange from "./number-range.js";
import NumericMenu from "./numeric-menu.js";
import Pagination from "./pagination.js";
import QueryRuleData from "./query-rule-data.js";
import QuerySuggestions from "./query-suggestions.js";
import RatingMenu from "./rating-menu.js";
import RawView from "./raw-view.js";
import RefinementList from "./refinement-list.js";
import RelatedItems from "./related-items.js";
import RelevantSort from "./relevant-sort.js";
import SavedSearches from "./saved-searches.js";
import SearchBox from "./search-box.js";
import Segmented from "./segmented.js";
import SortBy from "./sort-by.js";
import Stats from "./stats.js";

// All are loaded with the page, so that none is missing when the network is.
const controllers = {
  "autocomplete": Autocomplete,
  "breadcrumb": Breadcrumb,
  "clear-filters": ClearFilters,
  "configure": Configure,
  "current-filters": CurrentFilters,
  "date-range": DateRange,
  "dynamic-facets": DynamicFacets,
  "filter-list": FilterList,
  "filter-toggle": FilterToggle,
  "geo-hits": GeoHits,
  "hierarchical-menu": HierarchicalMenu,
  "histogram": Histogram,
  "history": History,
  "hits": Hits,
  "hits-per-page": HitsPerPage,
  "loading": Loading,
  "menu": Menu,
  "multi-hits": MultiHits,
  "number": NumberControl,
  "number-range": NumberRange,
  "numeric-menu": NumericMenu,
  "pagination": Pagination,
  "query-rule-data": QueryRuleData,
  "query-suggestions": QuerySuggestions,
  "rating-menu": RatingMenu,
  "refinement-list": RefinementList,
  "related-items": RelatedItems,
  "relevant-sort": RelevantSort,
  "saved-searches": SavedSearches,
  "search-box": SearchBox,
  "segmented": Segmented,
  "sort-by": SortBy,
  "stats": Stats,
};

/** The controller class for a widget: its own, its type's, or the one that shows any view as JSON. */
export async function controllerFor(widget) {
  if (widget.controller) return (await import(ownURL(widget.controller))).default;
  return Object.hasOwn(controllers, widget.type) ? controllers[widget.type] : RawView;
}

/** Controllers are code: they come from this server or not at all. */
function ownURL(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) throw new Error(`The controller ${path} is not on this server`);
  return url.href;
}
