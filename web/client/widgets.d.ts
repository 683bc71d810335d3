// SPDX-License-Identifier: MIT

// Printed by `searchbus widgets --typescript` from what the widget types declare; do not edit.

/** What every view has. */
export interface BasicView {
  /** The state of the newest search. */
  phase: ViewPhase;
  /** Whether the other members are from before a failure. */
  stale?: boolean;
  /** Why the newest search failed. */
  error?: SearchBusError;
  /** What could not be given, while the rest stands. */
  warning?: ViewWarning;
  [member: string]: unknown;
}

/** The state of a search. */
export type ViewPhase = "idle" | "loading" | "stalled" | "ready" | "failed";

/** Why a search failed. */
export interface SearchBusError {
  /** The word for programs. */
  code: string;
  /** What is wrong. */
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** What is odd about a view, or could not be given. */
export interface ViewWarning {
  /** The word for programs. */
  code: string;
  /** What is wrong. */
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** A text cut into spans, each with whether it matches. */
export type Highlight = [text: string, matches: boolean][];

/** A record that was found. */
export interface Hit<Record = { [member: string]: unknown }> {
  /** The ID of the record. */
  objectID: string;
  /** The record. */
  record: Record;
  /** What matched, by attribute. */
  highlights?: { [name: string]: Highlight };
  /** The position in the list, from 0. */
  position?: number;
  [member: string]: unknown;
}

/** Whether a facet value is included, excluded or neither, in a list where values can be excluded. */
export type FacetState = "none" | "include" | "exclude";

/** A value of a facet, with how many records have it. */
export interface Facet {
  /** The value. */
  value: string | number | boolean;
  /** The value as displayed. */
  label: string;
  /** How many results have it. */
  count: number;
  /** Whether the filter state holds it. */
  selected: boolean;
  /** The label with what was searched marked. */
  highlighted?: Highlight;
  /** Where values can be excluded: what holds of this one. */
  state?: FacetState;
}

/** Which attributes of a record a controller shows, and how. */
export interface HitTemplate {
  /** How the records are laid out. */
  layout?: "grid" | "list";
  /** The attribute with the title of the record. */
  title?: string;
  /** The attribute under the title. */
  subtitle?: string;
  /** The attribute with the longer text. */
  text?: string;
  /** The attribute with the address of a picture. */
  image?: string;
  /** Further attributes, each with its format. */
  meta?: { attribute: string; format?: "plain" | "number" | "currency" | "rating" | "flag" | "date" | "size"; currency?: string; label?: string }[];
}

/** What choosing an entry does. */
export type SuggestionChoiceEffect = "query" | "filter" | "url";

/** What choosing an entry of a section does. */
export interface SuggestionChoice {
  /** What happens when an entry is selected. */
  does: SuggestionChoiceEffect;
  /** The attribute of the record that it does it with. */
  attribute?: string;
}

/** The suggestions of one searcher. */
export interface AutocompleteSection {
  /** The searcher. */
  searcher: string;
  /** The displayed title. */
  title: string;
  /** The phase of its search. */
  phase: ViewPhase;
  /** Whether it has anything to show. */
  listed: boolean;
  /** The text that was searched. */
  query: string;
  /** How many records or values match. */
  nbHits: number;
  /** The first records. */
  hits: Hit[];
  /** The first values, of a searcher of values. */
  values: Facet[];
  /** Which attributes are shown, and how. */
  template: HitTemplate;
  /** Whether the other members are from before a failure. */
  stale?: boolean;
  /** Why its search failed. */
  error?: SearchBusError;
  /** What choosing an entry does. */
  choose: SuggestionChoice;
}

/** Voice input. */
export interface VoiceInput {
  /** The language as in HTML; without it, the page's. */
  language?: string;
}

/** A step on the way through a hierarchy. */
export interface BreadcrumbItem {
  /** The whole value. */
  value: string;
  /** Its last part, as displayed. */
  label: string;
}

/** A filter, as in a filter state. */
export interface Filter {
  /** Its type. */
  type: string;
  [member: string]: unknown;
}

/** What a filter group is known by. */
export interface FilterGroup {
  /** How the group's filters combine. */
  kind: "and" | "or" | "hierarchical" | "optional";
  /** The group's name. */
  name: string;
}

/** A filter in force. */
export interface CurrentFilter {
  /** The attribute. */
  attribute: string;
  /** The filter as displayed. */
  label: string;
  /** The filter. */
  filter: Filter;
  /** The group that it is in. */
  group: FilterGroup;
}

/** What the numbers of a `date-range` count since 1970. */
export type DateUnit = "seconds" | "milliseconds";

/** A period of time to choose, such as the last 7 days. */
export interface DatePreset {
  /** The period as displayed. */
  label: string;
  /** The period. */
  period: string;
  /** Whether it is selected. */
  selected: boolean;
}

/** An attribute with its values, as the engine's rules order them. */
export interface AttributedFacets {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** Whether several values can be selected. */
  multiple: boolean;
  /** The values in order. */
  items: Facet[];
  /** How many values are selected. */
  selectedCount: number;
}

/** A filter that the app file gives, to be selected. */
export interface ListedFilter {
  /** The filter as displayed. */
  label: string;
  /** The filter. */
  filter: Filter;
  /** Whether it is selected. */
  selected: boolean;
}

/** A point on the earth: its latitude and longitude in degrees. */
export type GeoPoint = [latitude: number, longitude: number];

/** A record that was found, and where it lies. */
export interface GeoHit<Record = { [member: string]: unknown }> {
  /** The record. */
  hit: Hit<Record>;
  /** Its position: latitudes and longitudes. */
  points: GeoPoint[];
}

/** What is between two points: the south-west and the north-east corner. */
export type GeoBox = [southWest: GeoPoint, northEast: GeoPoint];

/** A part of the earth to search in. */
export type GeoArea = { box: GeoBox } | { point: GeoPoint; radius: number } | { polygon: GeoPoint[] };

/** A category, with those below it where it is on the path. */
export interface HierarchicalItem {
  /** The whole value. */
  value: string;
  /** Its last part, as displayed. */
  label: string;
  /** How many results have it. */
  count: number;
  /** Whether it is on the path. */
  selected: boolean;
  /** The values below it in the hierarchy. */
  items?: HierarchicalItem[];
}

/** How many results have numbers between two. */
export interface HistogramBar {
  /** The lowest number. */
  from: number;
  /** The highest number. */
  to: number;
  /** How many there are, where known. */
  count: number | null;
  /** Whether the selection reaches into it. */
  inside: boolean;
}

/** How records of a list can be selected. */
export interface HitsSelection {
  /** How many can be selected. */
  mode: "single" | "multiple";
  /** The attributes whose values are sent with `select`. */
  attributes: string[];
}

/** How a controller marks what matched. */
export interface HighlightStyle {
  /** Whether what did not match is marked instead. */
  inverted?: boolean;
  /** The colour of the text: a name of CSS, or #RGB, #RRGGBB. */
  color?: string;
  /** The colour behind it. */
  background?: string;
}

/** A number of results that a page may have. */
export interface PageLength {
  /** The displayed label of the number. */
  label: string;
  /** How many results a page has. */
  value: number;
  /** Whether it is selected. */
  selected: boolean;
}

/** How to draw a menu. */
export type MenuViewDisplay = "list" | "select";

/** The first records of one searcher, or its first values where it searches values. */
export interface ResultSection {
  /** The searcher. */
  searcher: string;
  /** The displayed title. */
  title: string;
  /** The phase of its search. */
  phase: ViewPhase;
  /** Whether it has anything to show. */
  listed: boolean;
  /** The text that was searched. */
  query: string;
  /** How many records or values match. */
  nbHits: number;
  /** The first records. */
  hits: Hit[];
  /** The first values, of a searcher of values. */
  values: Facet[];
  /** Which attributes are shown, and how. */
  template: HitTemplate;
  /** Whether the other members are from before a failure. */
  stale?: boolean;
  /** Why its search failed. */
  error?: SearchBusError;
}

/** How to draw a number. */
export type NumberViewControl = "slider" | "stepper" | "date";

/** A range of numbers in a menu. */
export interface NumericMenuItem {
  /** The range as displayed. */
  label: string;
  /** Its ends; null for all. */
  range: [low: number | null, high: number | null] | null;
  /** Whether it is selected. */
  selected: boolean;
}

/** What a banner shows. */
export interface Banner {
  /** The heading. */
  title?: string;
  /** The longer text. */
  text?: string;
  /** The address of a picture. */
  image?: string;
  /** The address that it leads to. */
  link?: string;
}

/** A category in which a suggested text can be searched. */
export interface SuggestedCategory {
  /** The category. */
  value: string;
  /** How many results it has. */
  count?: number;
}

/** A text that others have searched. */
export interface QuerySuggestion {
  /** The ID of the record. */
  objectID: string;
  /** The text. */
  query: string;
  /** How often it was searched. */
  popularity: number;
  /** The text with what is not typed yet marked. */
  highlighted: Highlight;
  /** Where it is searched; of the first suggestion alone. */
  categories: SuggestedCategory[];
}

/** How much of a star is drawn. */
export type RatingPoint = "full" | "partial" | "empty";

/** A rating to choose as the least. */
export interface Rating {
  /** The lowest rating. */
  value: number;
  /** How many have it, where known. */
  count: number | null;
  /** Whether it is the one selected. */
  selected: boolean;
}

/** What makes two records alike: that they share a value of an attribute. */
export interface MatchingPattern {
  /** The attribute. */
  attribute: string;
  /** The score of a shared value; 1 by default. */
  score?: number;
}

/** Which results are shown where they are sorted. */
export type RelevantSortPriority = "relevancy" | "hits-count";

/** A search that is kept under a name. */
export interface SavedSearch {
  /** The name. */
  name: string;
  /** Whether it is what is searched now. */
  current: boolean;
}

/** When what is typed is searched. */
export type SearchTriggeringMode = "search-as-you-type" | "search-on-submit";

/** A named filter of which one at a time holds. */
export interface FilterSegment {
  /** The segment as displayed. */
  label: string;
  /** The segment's key. */
  key: string;
  /** Whether it is the one chosen. */
  selected: boolean;
}

/** An index that holds the records in an order of its own. */
export interface SortOrder {
  /** The displayed label of the order. */
  label: string;
  /** The index. */
  index: string;
  /** Whether it is searched. */
  selected: boolean;
}

/** The view of a widget of the type `autocomplete`. A text field with suggestions from several searchers and recent searches, to choose from. */
export interface AutocompleteView extends BasicView {
  /** The text to show. */
  query: string;
  /** The placeholder of the box. */
  placeholder: string;
  /** The sections in order. */
  sections: AutocompleteSection[];
  /** The previous searches, the newest first. */
  recent: string[];
  /** Present if voice input is enabled. */
  voice?: VoiceInput;
  /** The client that typed the text, by a name of its choice. */
  client?: string;
  /** The number that the client gave the edit. */
  edit?: number;
}

/** The intents of a widget of the type `autocomplete`, each with its data. */
export interface AutocompleteIntents {
  /** Sets the text and requests suggestions for it. */
  "set-query": { query: string; client?: string; edit?: number };
  /** Searches the text with the target. */
  "submit": { query?: string; client?: string; edit?: number };
  /** Chooses an entry of a section, a record (`objectID`) or a value. */
  "choose": { section: string; objectID?: string; value?: string | number | boolean; query?: string; client?: string; edit?: number };
  /** Removes a recent search. */
  "remove-recent": { query: string };
  /** Removes all recent searches. */
  "clear-recent": Record<string, never>;
  /** Empties the text, also that of the target. */
  "clear": { client?: string; edit?: number };
}

/** The view of a widget of the type `breadcrumb`. The way to where one is in a hierarchy. */
export interface BreadcrumbView extends BasicView {
  /** The displayed title. */
  title: string;
  /** The places from the root; the last is where one is. */
  items: BreadcrumbItem[];
}

/** The intents of a widget of the type `breadcrumb`, each with its data. */
export interface BreadcrumbIntents {
  /** Ends the path at a value; null clears it. */
  "select": { value: string | null };
}

/** The view of a widget of the type `clear-filters`. A button that removes filters. */
export interface ClearFiltersView extends BasicView {
  /** Whether there is anything to remove. */
  enabled: boolean;
  /** How many filters it would remove. */
  count: number;
}

/** The intents of a widget of the type `clear-filters`, each with its data. */
export interface ClearFiltersIntents {
  /** Removes the filters that the widget covers. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `configure`. Parameters for an engine: those that a session starts with, and a way to change them. */
export interface ConfigureView extends BasicView {
  /** All parameters of the first searcher. */
  parameters: { [member: string]: unknown };
}

/** The intents of a widget of the type `configure`, each with its data. */
export interface ConfigureIntents {
  /** Sets these parameters and keeps the others; null removes one. */
  "set": { parameters: { [member: string]: unknown } };
  /** Resets the parameters of the app file to their values at the session's start. */
  "reset": Record<string, never>;
}

/** The view of a widget of the type `current-filters`. The filters in force, each to remove. */
export interface CurrentFiltersView extends BasicView {
  /** The filters, in the order of the filter state. */
  items: CurrentFilter[];
}

/** The intents of a widget of the type `current-filters`, each with its data. */
export interface CurrentFiltersIntents {
  /** Removes a filter. */
  "remove": { group: FilterGroup; filter: Filter };
  /** Removes all filters that the widget covers. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `date-range`. A range of dates, with periods to choose from. */
export interface DateRangeView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** What the numbers count since 1970. */
  unit: DateUnit;
  /** The earliest and latest date. */
  bounds: [low: number, high: number] | null;
  /** The ends selected. */
  range: [low: number | null, high: number | null] | null;
  /** Whether the range reaches outside of the bounds. */
  outside: boolean;
  /** The period selected. */
  period: string | null;
  /** The periods to choose from. */
  presets: DatePreset[];
}

/** The intents of a widget of the type `date-range`, each with its data. */
export interface DateRangeIntents {
  /** Sets the range; null for none. */
  "set-range": { range: [low: number | null, high: number | null] | null };
  /** Selects a named period; null for none. */
  "select": { period: string | null };
  /** Clears the range and the period. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `dynamic-facets`. The facets that fit a search, in the order that the engine's rules say. */
export interface DynamicFacetsView extends BasicView {
  /** The attributes shown, in order. */
  facets: AttributedFacets[];
}

/** The intents of a widget of the type `dynamic-facets`, each with its data. */
export interface DynamicFacetsIntents {
  /** Toggles a value (`value`), or switches several on or off (`values`, `on`). */
  "select": { attribute: string; value?: string | number | boolean; values?: (string | number | boolean)[]; on?: boolean };
  /** Deselects all values of an attribute. */
  "clear": { attribute: string };
}

/** The view of a widget of the type `filter-list`. Filters that the app file gives, to select from. */
export interface FilterListView extends BasicView {
  /** The displayed title. */
  title: string;
  /** Whether several filters can be selected. */
  multiple: boolean;
  /** The filters in order. */
  items: ListedFilter[];
  /** How many of them are selected. */
  selectedCount: number;
}

/** The intents of a widget of the type `filter-list`, each with its data. */
export interface FilterListIntents {
  /** Toggles a filter of the list; with `on`, switches it on or off. */
  "select": { filter: Filter; on?: boolean };
  /** Deselects all filters of the list. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `filter-toggle`. A switch between a filter and none, or between two filters. */
export interface FilterToggleView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** Whether the switch is on. */
  on: boolean;
  /** How many results it has when on, where known. */
  count: number | null;
  /** Of a switch with two filters: how many it has when off. */
  offCount?: number | null;
}

/** The intents of a widget of the type `filter-toggle`, each with its data. */
export interface FilterToggleIntents {
  /** Switches the filter on or off. */
  "set": { on: boolean };
  /** Toggles the switch. */
  "toggle": Record<string, never>;
}

/** The view of a widget of the type `geo-hits`. The records found where they lie on the earth, and a part of it to search in. */
export interface GeoHitsView<Record = { [member: string]: unknown }> extends BasicView {
  /** The displayed title. */
  title: string;
  /** The text that was searched. */
  query: string;
  /** How many records match. */
  nbHits: number;
  /** The records that have a place. */
  items: GeoHit<Record>[];
  /** How many of the page have none. */
  withoutPlace: number;
  /** The smallest box around them, its south-west and north-east corner. */
  bounds: GeoBox | null;
  /** The part that is searched. */
  selected: GeoArea | null;
  /** Which attributes are shown, and how. */
  template: HitTemplate;
}

/** The intents of a widget of the type `geo-hits`, each with its data. */
export interface GeoHitsIntents {
  /** Searches the box between two corners; where the east is less than the west, across the antimeridian. */
  "set-box": { box: GeoBox };
  /** Searches around a point. */
  "set-circle": { point: GeoPoint; radius: number };
  /** Searches within a polygon. */
  "set-polygon": { polygon: GeoPoint[] };
  /** Searches everywhere. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `hierarchical-menu`. Categories with their subcategories, along the path that is chosen. */
export interface HierarchicalMenuView extends BasicView {
  /** The attributes of the levels. */
  attributes: string[];
  /** The displayed title. */
  title: string;
  /** The values chosen, from the root. */
  path: string[];
  /** The values of the first level shown. */
  items: HierarchicalItem[];
  /** Whether there are more to show. */
  canShowMore: boolean;
  /** Whether more are shown. */
  showingMore: boolean;
}

/** The intents of a widget of the type `hierarchical-menu`, each with its data. */
export interface HierarchicalMenuIntents {
  /** Selects the path to a value; a selected one goes one level up. */
  "select": { value: string };
  /** Deselects the path. */
  "clear": Record<string, never>;
  /** Lists more values, or fewer again. */
  "show-more": { on: boolean };
}

/** The view of a widget of the type `histogram`. How many results have which numbers of an attribute, with a range to select. */
export interface HistogramView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** The lowest and highest number that can be chosen. */
  bounds: [low: number, high: number] | null;
  /** The lowest and highest number of the results, without the widget's own filter, where there are any. */
  resultBounds?: [low: number, high: number];
  /** The ends selected. */
  range: [low: number | null, high: number | null] | null;
  /** Whether the selection reaches outside of the bounds. */
  outside: boolean;
  /** The bars in order. */
  bars: HistogramBar[];
}

/** The intents of a widget of the type `histogram`, each with its data. */
export interface HistogramIntents {
  /** Sets the range; null for none. */
  "set-range": { range: [low: number | null, high: number | null] | null };
  /** Deselects the range. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `history`. Undo and redo of all that the session asks for. */
export interface HistoryView extends BasicView {
  /** Whether there is a step to undo. */
  canUndo: boolean;
  /** Whether there is a step to redo. */
  canRedo: boolean;
  /** Whether a controller offers to reset the session. */
  reset: boolean;
}

/** The intents of a widget of the type `history`, each with its data. */
export interface HistoryIntents {
  /** Undoes the last step. */
  "undo": Record<string, never>;
  /** Redoes the step that was undone last. */
  "redo": Record<string, never>;
  /** Resets the session to its initial state; a step like others. */
  "reset": Record<string, never>;
}

/** The view of a widget of the type `hits`. The records found, page after page. */
export interface HitsView<Record = { [member: string]: unknown }> extends BasicView {
  /** The text that was searched. */
  query: string;
  /** How many records match. */
  nbHits: number;
  /** How many pages can be asked for. */
  nbPages: number;
  /** How many records a page has. */
  hitsPerPage: number;
  /** The request that the list began with; another one is a new list. */
  list: number;
  /** The page that the list began with, from 0. */
  page: number;
  /** How many pages are loaded; each page except `page` has a view of its own. */
  pages: number;
  /** The pages that are here, in order; what is missing between them is a gap. */
  loaded: number[];
  /** The lowest page that the list has had; what is missing from there on is a gap. */
  firstPage: number;
  /** How many rows come after the last page that is here. */
  remaining: number;
  /** The records of `page`; none while it is a gap. */
  hits: Hit<Record>[];
  /** Whether a further page can be asked for. */
  hasMore: boolean;
  /** Whether a further page is awaited. */
  loadingMore: boolean;
  /** Whether an earlier page can be asked for. */
  hasPrevious: boolean;
  /** Whether an earlier page is awaited. */
  loadingPrevious: boolean;
  /** The page that is awaited, from 0. */
  awaited?: number;
  /** Where records can be selected: how. */
  selection?: HitsSelection;
  /** The IDs of the selected records, if records can be selected. */
  selected?: string[];
  /** The message for no results. */
  empty?: string;
  /** How what matched is marked; spans are inverted already. */
  highlighting?: HighlightStyle;
  /** Which attributes are shown, and how. */
  template: HitTemplate;
}

/** The intents of a widget of the type `hits`, each with its data. */
export interface HitsIntents {
  /** A row is on the screen; a page that is missing near it is fetched. */
  "present": { row: number; direction?: "before" | "after" };
  /** Loads the page after the last one. */
  "load-more": Record<string, never>;
  /** Loads the page before the first one. */
  "load-previous": Record<string, never>;
  /** A record is selected. */
  "select": { objectID: string; attributes?: { [name: string]: string | number | boolean | (string | number | boolean)[] } };
  /** Deselects a record. */
  "deselect": { objectID: string };
  /** Deselects all records. */
  "clear-selection": Record<string, never>;
}

/** The view of a widget of the type `hits-per-page`. A choice of how many results a page has. */
export interface HitsPerPageView extends BasicView {
  /** The numbers, in the app file's order. */
  items: PageLength[];
  /** How many results a page has, where it is known. */
  selected?: number;
}

/** The intents of a widget of the type `hits-per-page`, each with its data. */
export interface HitsPerPageIntents {
  /** Sets the number of results on a page and shows the first page. */
  "select": { value: number };
}

/** The view of a widget of the type `loading`. Whether a search is in flight, and whether it takes long. */
export interface LoadingView extends BasicView {
  /** Whether a search in flight is slow enough to show. */
  loading: boolean;
  /** Whether the search has taken longer than 200 ms. */
  stalled: boolean;
}

/** The view of a widget of the type `menu`. The values of an attribute with their counts, of which one at a time is selected. */
export interface MenuView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** How a controller displays it. */
  display: MenuViewDisplay;
  /** The values in order. */
  items: Facet[];
  /** The value selected. */
  selected: string | number | boolean | null;
  /** What was searched among the values. */
  query?: string;
  /** Whether there are more to show. */
  canShowMore: boolean;
  /** Whether more are shown. */
  showingMore: boolean;
  /** Whether people can search among the values. */
  searchable: boolean;
  /** The placeholder of the field that searches the values. */
  searchPlaceholder?: string;
  /** What is searched among the values; while it stands, `items` are what was found. */
  searchQuery?: string;
  /** The phase of that search. */
  searchPhase?: ViewPhase;
  /** Why that search failed. */
  searchError?: SearchBusError;
  /** The client that typed the text, by a name of its choice. */
  client?: string;
  /** The number that the client gave the edit. */
  edit?: number;
}

/** The intents of a widget of the type `menu`, each with its data. */
export interface MenuIntents {
  /** Selects one value; null for none. */
  "select": { value: string | number | boolean | null };
  /** Deselects the value. */
  "clear": Record<string, never>;
  /** Lists more values, or fewer again. */
  "show-more": { on: boolean };
  /** Searches values; an empty text ends that. */
  "search": { query: string; client?: string; edit?: number };
}

/** The view of a widget of the type `multi-hits`. The first records of several searchers, a section each. */
export interface MultiHitsView extends BasicView {
  /** The sections in order. */
  sections: ResultSection[];
}

/** The view of a widget of the type `number`. One number that an attribute is compared with: a slider, a stepper or a date. */
export interface NumberView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** How a controller displays it. */
  control: NumberViewControl;
  /** How numbers are compared. */
  comparison: "<" | "<=" | "=" | "!=" | ">=" | ">";
  /** The number. */
  value: number | null;
  /** The lowest and highest number. */
  bounds: [low: number, high: number] | null;
  /** The size of a step. */
  step: number;
  /** Whether the number is outside of the bounds. */
  outside: boolean;
}

/** The intents of a widget of the type `number`, each with its data. */
export interface NumberIntents {
  /** Sets the number; null for none. */
  "set": { value: number | null };
  /** Increases the number by a step, or sets its start. */
  "increment": { by?: number; begin?: number };
  /** Decreases the number by a step, or sets its start. */
  "decrement": { by?: number; begin?: number };
  /** Removes the number. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `number-range`. A range of numbers of an attribute, with the bounds of what there is. */
export interface NumberRangeView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** The lowest and highest number that can be chosen. */
  bounds: [low: number, high: number] | null;
  /** The lowest and highest number of the results, without the widget's own filter, where there are any. */
  resultBounds?: [low: number, high: number];
  /** The ends selected. */
  range: [low: number | null, high: number | null] | null;
  /** Whether the selection reaches outside of the bounds. */
  outside: boolean;
  /** How many decimals a step has. */
  precision: number;
}

/** The intents of a widget of the type `number-range`, each with its data. */
export interface NumberRangeIntents {
  /** Sets the range; null for none. */
  "set-range": { range: [low: number | null, high: number | null] | null };
  /** Deselects the range. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `numeric-menu`. Ranges of numbers to select from. */
export interface NumericMenuView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** Whether several ranges can be selected. */
  multiple: boolean;
  /** The ranges in order. */
  items: NumericMenuItem[];
}

/** The intents of a widget of the type `numeric-menu`, each with its data. */
export interface NumericMenuIntents {
  /** Selects a range, null for none; where several can be selected, toggles it, or sets it to `on`. */
  "select": { range: [low: number | null, high: number | null] | null; on?: boolean };
  /** Deselects all ranges. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `pagination`. The pages of the results, to go from one to another. */
export interface PaginationView extends BasicView {
  /** The page shown, from 0. */
  page: number;
  /** How many pages there are to go to. */
  nbPages: number;
  /** How many results there are. */
  nbHits: number;
  /** The pages listed, from 0. */
  pages: number[];
  /** The first page, where it is not shown. */
  first?: number;
  /** The page before, where there is one. */
  previous?: number;
  /** The page after, where there is one. */
  next?: number;
  /** The last page, where it is not shown. */
  last?: number;
}

/** The intents of a widget of the type `pagination`, each with its data. */
export interface PaginationIntents {
  /** Goes to another page. */
  "go": { page: number };
}

/** The view of a widget of the type `query-rule-data`. What the rules of an engine add to an answer: a banner, or where people are sent instead. */
export interface QueryRuleDataView<Model = { [member: string]: unknown }> extends BasicView {
  /** The first custom data with the required members, as the rule has them. */
  item?: Model;
  /** What a banner shows of them. */
  banner?: Banner;
  /** The address that people are sent to. */
  redirect?: string;
}

/** The view of a widget of the type `query-suggestions`. Queries that others have searched, to search by one choice. */
export interface QuerySuggestionsView extends BasicView {
  /** The text that suggestions were searched for. */
  query: string;
  /** The suggestions in order. */
  items: QuerySuggestion[];
}

/** The intents of a widget of the type `query-suggestions`, each with its data. */
export interface QuerySuggestionsIntents {
  /** Searches a text, optionally within one category. */
  "select": { query: string; category?: string };
  /** Puts a text into the search box without searching it. */
  "fill": { query: string };
}

/** The view of a widget of the type `rating-menu`. Ratings to choose the least of, with their counts. */
export interface RatingMenuView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** The highest rating. */
  max: number;
  /** The lowest rating that results must have. */
  selected: number | null;
  /** The lowest and the highest rating. */
  range: [low: number, high: number] | null;
  /** The stars of the least rating; one that is half or more is partial. */
  points: RatingPoint[];
  /** The ratings, the best first. */
  items: Rating[];
}

/** The intents of a widget of the type `rating-menu`, each with its data. */
export interface RatingMenuIntents {
  /** Sets the minimum rating; null for any. */
  "select": { value: number | null };
  /** Removes the rating filter. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `refinement-list`. The values of an attribute with their counts, to select from. */
export interface RefinementListView extends BasicView {
  /** The attribute. */
  attribute: string;
  /** The displayed title. */
  title: string;
  /** How several values combine. */
  operator: "or" | "and";
  /** The values in order. */
  items: Facet[];
  /** How many values are selected. */
  selectedCount: number;
  /** How many values are excluded, where they can be. */
  excludedCount?: number;
  /** What was searched among the values. */
  query?: string;
  /** Whether there are more to show. */
  canShowMore: boolean;
  /** Whether more are shown. */
  showingMore: boolean;
  /** Whether people can search among the values. */
  searchable: boolean;
  /** The placeholder of the field that searches the values. */
  searchPlaceholder?: string;
  /** What is searched among the values; while it stands, `items` are what was found. */
  searchQuery?: string;
  /** The phase of that search. */
  searchPhase?: ViewPhase;
  /** Why that search failed. */
  searchError?: SearchBusError;
  /** The client that typed the text, by a name of its choice. */
  client?: string;
  /** The number that the client gave the edit. */
  edit?: number;
}

/** The intents of a widget of the type `refinement-list`, each with its data. */
export interface RefinementListIntents {
  /** Toggles a value (`value`), or switches several on or off (`values`, `on`). */
  "select": { value?: string | number | boolean; values?: (string | number | boolean)[]; on?: boolean };
  /** Includes or excludes a value, or neither; `exclude` only if `exclusion` is on. */
  "set": { value: string | number | boolean; state: FacetState };
  /** Lists more values, or fewer again. */
  "show-more": { on: boolean };
  /** Searches values; an empty text ends that. */
  "search": { query: string; client?: string; edit?: number };
  /** Deselects all values. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `related-items`. Records like the displayed one. */
export interface RelatedItemsView<Record = { [member: string]: unknown }> extends BasicView {
  /** The displayed title. */
  title: string;
  /** The record whose related items are shown. */
  objectID: string | null;
  /** The criteria for related records. */
  patterns: MatchingPattern[];
  /** The records, the most similar first. */
  hits: Hit<Record>[];
  /** Which attributes are shown, and how. */
  template: HitTemplate;
}

/** The intents of a widget of the type `related-items`, each with its data. */
export interface RelatedItemsIntents {
  /** Shows records like this one. */
  "show": { objectID: string; attributes: { [name: string]: string | number | boolean | (string | number | boolean)[] } };
  /** Removes the displayed record. */
  "clear": Record<string, never>;
}

/** The view of a widget of the type `relevant-sort`. Whether results that match little are left out where they are sorted. */
export interface RelevantSortView extends BasicView {
  /** Whether relevant results alone are shown or all; missing where that cannot be chosen. */
  priority?: RelevantSortPriority;
  /** Whether it can be toggled. */
  enabled: boolean;
  /** How many results there are. */
  nbHits: number;
  /** How many of them are relevant. */
  nbSortedHits?: number;
}

/** The intents of a widget of the type `relevant-sort`, each with its data. */
export interface RelevantSortIntents {
  /** Shows all results, or only the relevant ones again. */
  "toggle": Record<string, never>;
}

/** The view of a widget of the type `saved-searches`. Searches that are kept under names in a session. */
export interface SavedSearchesView extends BasicView {
  /** The names, the oldest first. */
  items: SavedSearch[];
  /** Whether another one can be saved. */
  canSave: boolean;
  /** How many can be kept. */
  maximum: number;
}

/** The intents of a widget of the type `saved-searches`, each with its data. */
export interface SavedSearchesIntents {
  /** Saves the current search under a name. */
  "save": { name: string };
  /** Applies a saved search. */
  "apply": { name: string };
  /** Renames a saved search. */
  "rename": { name: string; to: string };
  /** Deletes a saved search. */
  "delete": { name: string };
}

/** The view of a widget of the type `search-box`. A text field whose text is the query. */
export interface SearchBoxView extends BasicView {
  /** The text to show. */
  query: string;
  /** The placeholder of the box. */
  placeholder: string;
  /** Whether the box has the focus when the page opens. */
  autofocus: boolean;
  /** Whether what is typed is searched at once. */
  mode: SearchTriggeringMode;
  /** Present if voice input is enabled. */
  voice?: VoiceInput;
  /** The client that typed the text, by a name of its choice. */
  client?: string;
  /** The number that the client gave the edit. */
  edit?: number;
}

/** The intents of a widget of the type `search-box`, each with its data. */
export interface SearchBoxIntents {
  /** The text changed. */
  "set-query": { query: string; client?: string; edit?: number };
  /** Searches the text, even if it was searched last. */
  "submit": { query?: string; client?: string; edit?: number };
  /** Empties the text. */
  "clear": { client?: string; edit?: number };
}

/** The view of a widget of the type `segmented`. Named filters of which one at a time holds. */
export interface SegmentedView extends BasicView {
  /** The displayed title. */
  title: string;
  /** The segments in order. */
  items: FilterSegment[];
  /** The key of the segment chosen. */
  selected: string | null;
}

/** The intents of a widget of the type `segmented`, each with its data. */
export interface SegmentedIntents {
  /** Chooses a segment; null for none. */
  "select": { key: number | string | null };
}

/** The view of a widget of the type `sort-by`. A choice among indexes that hold the same records in other orders. */
export interface SortByView extends BasicView {
  /** The indexes, in the app file's order. */
  items: SortOrder[];
  /** The index that is searched, where it is one of them. */
  selected?: string;
}

/** The intents of a widget of the type `sort-by`, each with its data. */
export interface SortByIntents {
  /** Searches another index, from its first page. */
  "select": { index: string };
}

/** The view of a widget of the type `stats`. A line that tells how many results there are, and how long the search took. */
export interface StatsView extends BasicView {
  /** The text to show. */
  text: string;
  /** How many results there are. */
  nbHits: number;
  /** How long the engine worked. */
  processingTimeMS: number;
  /** The text that was searched. */
  query: string;
  /** The page, from 0. */
  page: number;
  /** How many pages there are. */
  nbPages: number;
  /** How many results a page has. */
  hitsPerPage: number;
  /** How many of them are relevant, where others are left out. */
  nbSortedHits?: number;
  /** The ID that the engine gave the search. */
  queryID?: string;
}

/** The views and the intents of widget types, by the name of the type. */
export interface WidgetTypes {
  "autocomplete": { view: AutocompleteView; intents: AutocompleteIntents };
  "breadcrumb": { view: BreadcrumbView; intents: BreadcrumbIntents };
  "clear-filters": { view: ClearFiltersView; intents: ClearFiltersIntents };
  "configure": { view: ConfigureView; intents: ConfigureIntents };
  "current-filters": { view: CurrentFiltersView; intents: CurrentFiltersIntents };
  "date-range": { view: DateRangeView; intents: DateRangeIntents };
  "dynamic-facets": { view: DynamicFacetsView; intents: DynamicFacetsIntents };
  "filter-list": { view: FilterListView; intents: FilterListIntents };
  "filter-toggle": { view: FilterToggleView; intents: FilterToggleIntents };
  "geo-hits": { view: GeoHitsView; intents: GeoHitsIntents };
  "hierarchical-menu": { view: HierarchicalMenuView; intents: HierarchicalMenuIntents };
  "histogram": { view: HistogramView; intents: HistogramIntents };
  "history": { view: HistoryView; intents: HistoryIntents };
  "hits": { view: HitsView; intents: HitsIntents };
  "hits-per-page": { view: HitsPerPageView; intents: HitsPerPageIntents };
  "loading": { view: LoadingView; intents: {} };
  "menu": { view: MenuView; intents: MenuIntents };
  "multi-hits": { view: MultiHitsView; intents: {} };
  "number": { view: NumberView; intents: NumberIntents };
  "number-range": { view: NumberRangeView; intents: NumberRangeIntents };
  "numeric-menu": { view: NumericMenuView; intents: NumericMenuIntents };
  "pagination": { view: PaginationView; intents: PaginationIntents };
  "query-rule-data": { view: QueryRuleDataView; intents: {} };
  "query-suggestions": { view: QuerySuggestionsView; intents: QuerySuggestionsIntents };
  "rating-menu": { view: RatingMenuView; intents: RatingMenuIntents };
  "refinement-list": { view: RefinementListView; intents: RefinementListIntents };
  "related-items": { view: RelatedItemsView; intents: RelatedItemsIntents };
  "relevant-sort": { view: RelevantSortView; intents: RelevantSortIntents };
  "saved-searches": { view: SavedSearchesView; intents: SavedSearchesIntents };
  "search-box": { view: SearchBoxView; intents: SearchBoxIntents };
  "segmented": { view: SegmentedView; intents: SegmentedIntents };
  "sort-by": { view: SortByView; intents: SortByIntents };
  "stats": { view: StatsView; intents: {} };
}
