# SPDX-License-Identifier: MIT
"""
The views of the widget types, and the data of their intents.

Printed by `searchbus widgets --python` from what the widget types declare; do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


ViewPhase = Literal["idle", "loading", "stalled", "ready", "failed"]
"""The state of a search."""


class SearchBusError(TypedDict):
    """Why a search failed."""

    code: str
    """The word for programs."""
    message: str
    """What is wrong."""
    remedy: NotRequired[str]
    """What to do about it."""


class ViewWarning(TypedDict):
    """What is odd about a view, or could not be given."""

    code: str
    """The word for programs."""
    message: str
    """What is wrong."""
    remedy: NotRequired[str]
    """What to do about it."""


Highlight = List[List[str | bool]]
"""A text cut into spans, each with whether it matches."""


class Hit(TypedDict):
    """A record that was found."""

    objectID: str
    """The ID of the record."""
    record: dict[str, Any]
    """The record."""
    highlights: NotRequired[dict[str, Highlight]]
    """What matched, by attribute."""
    position: NotRequired[int]
    """The position in the list, from 0."""


FacetState = Literal["none", "include", "exclude"]
"""Whether a facet value is included, excluded or neither, in a list where values can be excluded."""


class Facet(TypedDict):
    """A value of a facet, with how many records have it."""

    value: str | float | bool
    """The value."""
    label: str
    """The value as displayed."""
    count: int
    """How many results have it."""
    selected: bool
    """Whether the filter state holds it."""
    highlighted: NotRequired[Highlight]
    """The label with what was searched marked."""
    state: NotRequired[FacetState]
    """Where values can be excluded: what holds of this one."""


class HitTemplate(TypedDict):
    """Which attributes of a record a controller shows, and how."""

    layout: NotRequired[Literal["grid", "list"]]
    """How the records are laid out."""
    title: NotRequired[str]
    """The attribute with the title of the record."""
    subtitle: NotRequired[str]
    """The attribute under the title."""
    text: NotRequired[str]
    """The attribute with the longer text."""
    image: NotRequired[str]
    """The attribute with the address of a picture."""
    meta: NotRequired[List[dict[str, Any]]]
    """Further attributes, each with its format."""


SuggestionChoiceEffect = Literal["query", "filter", "url"]
"""What choosing an entry does."""


class SuggestionChoice(TypedDict):
    """What choosing an entry of a section does."""

    does: SuggestionChoiceEffect
    """What happens when an entry is selected."""
    attribute: NotRequired[str]
    """The attribute of the record that it does it with."""


class AutocompleteSection(TypedDict):
    """The suggestions of one searcher."""

    searcher: str
    """The searcher."""
    title: str
    """The displayed title."""
    phase: ViewPhase
    """The phase of its search."""
    listed: bool
    """Whether it has anything to show."""
    query: str
    """The text that was searched."""
    nbHits: int
    """How many records or values match."""
    hits: List[Hit]
    """The first records."""
    values: List[Facet]
    """The first values, of a searcher of values."""
    template: HitTemplate
    """Which attributes are shown, and how."""
    stale: NotRequired[bool]
    """Whether the other members are from before a failure."""
    error: NotRequired[SearchBusError]
    """Why its search failed."""
    choose: SuggestionChoice
    """What choosing an entry does."""


class VoiceInput(TypedDict):
    """Voice input."""

    language: NotRequired[str]
    """The language as in HTML; without it, the page's."""


class BreadcrumbItem(TypedDict):
    """A step on the way through a hierarchy."""

    value: str
    """The whole value."""
    label: str
    """Its last part, as displayed."""


class Filter(TypedDict):
    """A filter, as in a filter state."""

    type: str
    """Its type."""


class FilterGroup(TypedDict):
    """What a filter group is known by."""

    kind: Literal["and", "or", "hierarchical", "optional"]
    """How the group's filters combine."""
    name: str
    """The group's name."""


class CurrentFilter(TypedDict):
    """A filter in force."""

    attribute: str
    """The attribute."""
    label: str
    """The filter as displayed."""
    filter: Filter
    """The filter."""
    group: FilterGroup
    """The group that it is in."""


DateUnit = Literal["seconds", "milliseconds"]
"""What the numbers of a `date-range` count since 1970."""


class DatePreset(TypedDict):
    """A period of time to choose, such as the last 7 days."""

    label: str
    """The period as displayed."""
    period: str
    """The period."""
    selected: bool
    """Whether it is selected."""


class AttributedFacets(TypedDict):
    """An attribute with its values, as the engine's rules order them."""

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    multiple: bool
    """Whether several values can be selected."""
    items: List[Facet]
    """The values in order."""
    selectedCount: int
    """How many values are selected."""


class ListedFilter(TypedDict):
    """A filter that the app file gives, to be selected."""

    label: str
    """The filter as displayed."""
    filter: Filter
    """The filter."""
    selected: bool
    """Whether it is selected."""


GeoPoint = List[float]
"""A point on the earth: its latitude and longitude in degrees."""


class GeoHit(TypedDict):
    """A record that was found, and where it lies."""

    hit: Hit
    """The record."""
    points: List[GeoPoint]
    """Its position: latitudes and longitudes."""


GeoBox = List[GeoPoint]
"""What is between two points: the south-west and the north-east corner."""


GeoArea = dict[str, Any]
"""A part of the earth to search in."""


class HierarchicalItem(TypedDict):
    """A category, with those below it where it is on the path."""

    value: str
    """The whole value."""
    label: str
    """Its last part, as displayed."""
    count: int
    """How many results have it."""
    selected: bool
    """Whether it is on the path."""
    items: NotRequired[List[HierarchicalItem]]
    """The values below it in the hierarchy."""


HistogramBar = TypedDict("HistogramBar", {"from": "float", "to": "float", "count": "int | None", "inside": "bool"})
"""How many results have numbers between two."""


class HitsSelection(TypedDict):
    """How records of a list can be selected."""

    mode: Literal["single", "multiple"]
    """How many can be selected."""
    attributes: List[str]
    """The attributes whose values are sent with `select`."""


class HighlightStyle(TypedDict):
    """How a controller marks what matched."""

    inverted: NotRequired[bool]
    """Whether what did not match is marked instead."""
    color: NotRequired[str]
    """The colour of the text: a name of CSS, or #RGB, #RRGGBB."""
    background: NotRequired[str]
    """The colour behind it."""


class PageLength(TypedDict):
    """A number of results that a page may have."""

    label: str
    """The displayed label of the number."""
    value: int
    """How many results a page has."""
    selected: bool
    """Whether it is selected."""


MenuViewDisplay = Literal["list", "select"]
"""How to draw a menu."""


class ResultSection(TypedDict):
    """The first records of one searcher, or its first values where it searches values."""

    searcher: str
    """The searcher."""
    title: str
    """The displayed title."""
    phase: ViewPhase
    """The phase of its search."""
    listed: bool
    """Whether it has anything to show."""
    query: str
    """The text that was searched."""
    nbHits: int
    """How many records or values match."""
    hits: List[Hit]
    """The first records."""
    values: List[Facet]
    """The first values, of a searcher of values."""
    template: HitTemplate
    """Which attributes are shown, and how."""
    stale: NotRequired[bool]
    """Whether the other members are from before a failure."""
    error: NotRequired[SearchBusError]
    """Why its search failed."""


NumberViewControl = Literal["slider", "stepper", "date"]
"""How to draw a number."""


class NumericMenuItem(TypedDict):
    """A range of numbers in a menu."""

    label: str
    """The range as displayed."""
    range: List[float | None] | None
    """Its ends; null for all."""
    selected: bool
    """Whether it is selected."""


class Banner(TypedDict):
    """What a banner shows."""

    title: NotRequired[str]
    """The heading."""
    text: NotRequired[str]
    """The longer text."""
    image: NotRequired[str]
    """The address of a picture."""
    link: NotRequired[str]
    """The address that it leads to."""


class SuggestedCategory(TypedDict):
    """A category in which a suggested text can be searched."""

    value: str
    """The category."""
    count: NotRequired[int]
    """How many results it has."""


class QuerySuggestion(TypedDict):
    """A text that others have searched."""

    objectID: str
    """The ID of the record."""
    query: str
    """The text."""
    popularity: int
    """How often it was searched."""
    highlighted: Highlight
    """The text with what is not typed yet marked."""
    categories: List[SuggestedCategory]
    """Where it is searched; of the first suggestion alone."""


RatingPoint = Literal["full", "partial", "empty"]
"""How much of a star is drawn."""


class Rating(TypedDict):
    """A rating to choose as the least."""

    value: int
    """The lowest rating."""
    count: int | None
    """How many have it, where known."""
    selected: bool
    """Whether it is the one selected."""


class MatchingPattern(TypedDict):
    """What makes two records alike: that they share a value of an attribute."""

    attribute: str
    """The attribute."""
    score: NotRequired[int]
    """The score of a shared value; 1 by default."""


RelevantSortPriority = Literal["relevancy", "hits-count"]
"""Which results are shown where they are sorted."""


class SavedSearch(TypedDict):
    """A search that is kept under a name."""

    name: str
    """The name."""
    current: bool
    """Whether it is what is searched now."""


SearchTriggeringMode = Literal["search-as-you-type", "search-on-submit"]
"""When what is typed is searched."""


class FilterSegment(TypedDict):
    """A named filter of which one at a time holds."""

    label: str
    """The segment as displayed."""
    key: str
    """The segment's key."""
    selected: bool
    """Whether it is the one chosen."""


class SortOrder(TypedDict):
    """An index that holds the records in an order of its own."""

    label: str
    """The displayed label of the order."""
    index: str
    """The index."""
    selected: bool
    """Whether it is searched."""


class View(TypedDict):
    """What every view has."""

    phase: ViewPhase
    """The state of the newest search."""
    stale: NotRequired[bool]
    """Whether the other members are from before a failure."""
    error: NotRequired[SearchBusError]
    """Why the newest search failed."""
    warning: NotRequired[ViewWarning]
    """What could not be given, while the rest stands."""


class AutocompleteView(View):
    """
    The view of a widget of the type `autocomplete`.

    A text field with suggestions from several searchers and recent searches, to choose from.
    """

    query: str
    """The text to show."""
    placeholder: str
    """The placeholder of the box."""
    sections: List[AutocompleteSection]
    """The sections in order."""
    recent: List[str]
    """The previous searches, the newest first."""
    voice: NotRequired[VoiceInput]
    """Present if voice input is enabled."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class AutocompleteSetQuery(TypedDict):
    """
    The data of `set-query` to a `autocomplete`.

    Sets the text and requests suggestions for it.
    """

    query: str
    """The whole text."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class AutocompleteSubmit(TypedDict):
    """
    The data of `submit` to a `autocomplete`.

    Searches the text with the target.
    """

    query: NotRequired[str]
    """The whole text; without it, what was typed."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class AutocompleteChoose(TypedDict):
    """
    The data of `choose` to a `autocomplete`.

    Chooses an entry of a section, a record (`objectID`) or a value.
    """

    section: str
    """The section's searcher."""
    objectID: NotRequired[str]
    """The record."""
    value: NotRequired[str | float | bool]
    """The value."""
    query: NotRequired[str]
    """The chosen text, if it must be searched."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class AutocompleteRemoveRecent(TypedDict):
    """
    The data of `remove-recent` to a `autocomplete`.

    Removes a recent search.
    """

    query: str
    """Its text."""


class AutocompleteClear(TypedDict):
    """
    The data of `clear` to a `autocomplete`.

    Empties the text, also that of the target.
    """

    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class BreadcrumbView(View):
    """
    The view of a widget of the type `breadcrumb`.

    The way to where one is in a hierarchy.
    """

    title: str
    """The displayed title."""
    items: List[BreadcrumbItem]
    """The places from the root; the last is where one is."""


class BreadcrumbSelect(TypedDict):
    """
    The data of `select` to a `breadcrumb`.

    Ends the path at a value; null clears it.
    """

    value: str | None
    """The whole value."""


class ClearFiltersView(View):
    """
    The view of a widget of the type `clear-filters`.

    A button that removes filters.
    """

    enabled: bool
    """Whether there is anything to remove."""
    count: int
    """How many filters it would remove."""


class ConfigureView(View):
    """
    The view of a widget of the type `configure`.

    Parameters for an engine: those that a session starts with, and a way to change them.
    """

    parameters: dict[str, Any]
    """All parameters of the first searcher."""


class ConfigureSet(TypedDict):
    """
    The data of `set` to a `configure`.

    Sets these parameters and keeps the others; null removes one.
    """

    parameters: dict[str, Any]
    """The parameters by name."""


class CurrentFiltersView(View):
    """
    The view of a widget of the type `current-filters`.

    The filters in force, each to remove.
    """

    items: List[CurrentFilter]
    """The filters, in the order of the filter state."""


class CurrentFiltersRemove(TypedDict):
    """
    The data of `remove` to a `current-filters`.

    Removes a filter.
    """

    group: FilterGroup
    """The group that it is in."""
    filter: Filter
    """The filter."""


class DateRangeView(View):
    """
    The view of a widget of the type `date-range`.

    A range of dates, with periods to choose from.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    unit: DateUnit
    """What the numbers count since 1970."""
    bounds: List[float] | None
    """The earliest and latest date."""
    range: List[float | None] | None
    """The ends selected."""
    outside: bool
    """Whether the range reaches outside of the bounds."""
    period: str | None
    """The period selected."""
    presets: List[DatePreset]
    """The periods to choose from."""


class DateRangeSetRange(TypedDict):
    """
    The data of `set-range` to a `date-range`.

    Sets the range; null for none.
    """

    range: List[float | None] | None
    """The two ends in order, such as `[5, 20]`; one may be null."""


class DateRangeSelect(TypedDict):
    """
    The data of `select` to a `date-range`.

    Selects a named period; null for none.
    """

    period: str | None
    """Such as `last 7 days`."""


class DynamicFacetsView(View):
    """
    The view of a widget of the type `dynamic-facets`.

    The facets that fit a search, in the order that the engine's rules say.
    """

    facets: List[AttributedFacets]
    """The attributes shown, in order."""


class DynamicFacetsSelect(TypedDict):
    """
    The data of `select` to a `dynamic-facets`.

    Toggles a value (`value`), or switches several on or off (`values`, `on`).
    """

    attribute: str
    """The attribute."""
    value: NotRequired[str | float | bool]
    """The value to toggle."""
    values: NotRequired[List[str | float | bool]]
    """Values."""
    on: NotRequired[bool]
    """Whether to select them."""


class DynamicFacetsClear(TypedDict):
    """
    The data of `clear` to a `dynamic-facets`.

    Deselects all values of an attribute.
    """

    attribute: str
    """The attribute."""


class FilterListView(View):
    """
    The view of a widget of the type `filter-list`.

    Filters that the app file gives, to select from.
    """

    title: str
    """The displayed title."""
    multiple: bool
    """Whether several filters can be selected."""
    items: List[ListedFilter]
    """The filters in order."""
    selectedCount: int
    """How many of them are selected."""


class FilterListSelect(TypedDict):
    """
    The data of `select` to a `filter-list`.

    Toggles a filter of the list; with `on`, switches it on or off.
    """

    filter: Filter
    """The filter."""
    on: NotRequired[bool]
    """Whether to select it."""


class FilterToggleView(View):
    """
    The view of a widget of the type `filter-toggle`.

    A switch between a filter and none, or between two filters.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    on: bool
    """Whether the switch is on."""
    count: int | None
    """How many results it has when on, where known."""
    offCount: NotRequired[int | None]
    """Of a switch with two filters: how many it has when off."""


class FilterToggleSet(TypedDict):
    """
    The data of `set` to a `filter-toggle`.

    Switches the filter on or off.
    """

    on: bool
    """Whether to switch it on."""


class GeoHitsView(View):
    """
    The view of a widget of the type `geo-hits`.

    The records found where they lie on the earth, and a part of it to search in.
    """

    title: str
    """The displayed title."""
    query: str
    """The text that was searched."""
    nbHits: int
    """How many records match."""
    items: List[GeoHit]
    """The records that have a place."""
    withoutPlace: int
    """How many of the page have none."""
    bounds: GeoBox | None
    """The smallest box around them, its south-west and north-east corner."""
    selected: GeoArea | None
    """The part that is searched."""
    template: HitTemplate
    """Which attributes are shown, and how."""


class GeoHitsSetBox(TypedDict):
    """
    The data of `set-box` to a `geo-hits`.

    Searches the box between two corners; where the east is less than the west, across the antimeridian.
    """

    box: GeoBox
    """The south-west and the north-east corner."""


class GeoHitsSetCircle(TypedDict):
    """
    The data of `set-circle` to a `geo-hits`.

    Searches around a point.
    """

    point: GeoPoint
    """The point."""
    radius: float
    """How far around it, in metres."""


class GeoHitsSetPolygon(TypedDict):
    """
    The data of `set-polygon` to a `geo-hits`.

    Searches within a polygon.
    """

    polygon: List[GeoPoint]
    """The corners; each line goes the shorter way around the earth."""


class HierarchicalMenuView(View):
    """
    The view of a widget of the type `hierarchical-menu`.

    Categories with their subcategories, along the path that is chosen.
    """

    attributes: List[str]
    """The attributes of the levels."""
    title: str
    """The displayed title."""
    path: List[str]
    """The values chosen, from the root."""
    items: List[HierarchicalItem]
    """The values of the first level shown."""
    canShowMore: bool
    """Whether there are more to show."""
    showingMore: bool
    """Whether more are shown."""


class HierarchicalMenuSelect(TypedDict):
    """
    The data of `select` to a `hierarchical-menu`.

    Selects the path to a value; a selected one goes one level up.
    """

    value: str
    """The whole value, such as `Clothing > Women`."""


class HierarchicalMenuShowMore(TypedDict):
    """
    The data of `show-more` to a `hierarchical-menu`.

    Lists more values, or fewer again.
    """

    on: bool
    """Whether to show more values."""


class HistogramView(View):
    """
    The view of a widget of the type `histogram`.

    How many results have which numbers of an attribute, with a range to select.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    bounds: List[float] | None
    """The lowest and highest number that can be chosen."""
    resultBounds: NotRequired[List[float]]
    """The lowest and highest number of the results, without the widget's own filter, where there are any."""
    range: List[float | None] | None
    """The ends selected."""
    outside: bool
    """Whether the selection reaches outside of the bounds."""
    bars: List[HistogramBar]
    """The bars in order."""


class HistogramSetRange(TypedDict):
    """
    The data of `set-range` to a `histogram`.

    Sets the range; null for none.
    """

    range: List[float | None] | None
    """The two ends in order, such as `[5, 20]`; one may be null."""


class HistoryView(View):
    """
    The view of a widget of the type `history`.

    Undo and redo of all that the session asks for.
    """

    canUndo: bool
    """Whether there is a step to undo."""
    canRedo: bool
    """Whether there is a step to redo."""
    reset: bool
    """Whether a controller offers to reset the session."""


class HitsView(View):
    """
    The view of a widget of the type `hits`.

    The records found, page after page.
    """

    query: str
    """The text that was searched."""
    nbHits: int
    """How many records match."""
    nbPages: int
    """How many pages can be asked for."""
    hitsPerPage: int
    """How many records a page has."""
    list: int
    """The request that the list began with; another one is a new list."""
    page: int
    """The page that the list began with, from 0."""
    pages: int
    """How many pages are loaded; each page except `page` has a view of its own."""
    loaded: List[int]
    """The pages that are here, in order; what is missing between them is a gap."""
    firstPage: int
    """The lowest page that the list has had; what is missing from there on is a gap."""
    remaining: int
    """How many rows come after the last page that is here."""
    hits: List[Hit]
    """The records of `page`; none while it is a gap."""
    hasMore: bool
    """Whether a further page can be asked for."""
    loadingMore: bool
    """Whether a further page is awaited."""
    hasPrevious: bool
    """Whether an earlier page can be asked for."""
    loadingPrevious: bool
    """Whether an earlier page is awaited."""
    awaited: NotRequired[int]
    """The page that is awaited, from 0."""
    selection: NotRequired[HitsSelection]
    """Where records can be selected: how."""
    selected: NotRequired[List[str]]
    """The IDs of the selected records, if records can be selected."""
    empty: NotRequired[str]
    """The message for no results."""
    highlighting: NotRequired[HighlightStyle]
    """How what matched is marked; spans are inverted already."""
    template: HitTemplate
    """Which attributes are shown, and how."""


class HitsPresent(TypedDict):
    """
    The data of `present` to a `hits`.

    A row is on the screen; a page that is missing near it is fetched.
    """

    row: int
    """The row, from 0 in the whole list."""
    direction: NotRequired[Literal["before", "after"]]
    """The side of the rows; by default both."""


class HitsSelect(TypedDict):
    """
    The data of `select` to a `hits`.

    A record is selected.
    """

    objectID: str
    """The ID of the record."""
    attributes: NotRequired[dict[str, str | float | bool | List[str | float | bool]]]
    """The record's values of the attributes that the view names, at most 8 KiB."""


class HitsDeselect(TypedDict):
    """
    The data of `deselect` to a `hits`.

    Deselects a record.
    """

    objectID: str
    """The ID of the record."""


class HitsPerPageView(View):
    """
    The view of a widget of the type `hits-per-page`.

    A choice of how many results a page has.
    """

    items: List[PageLength]
    """The numbers, in the app file's order."""
    selected: NotRequired[int]
    """How many results a page has, where it is known."""


class HitsPerPageSelect(TypedDict):
    """
    The data of `select` to a `hits-per-page`.

    Sets the number of results on a page and shows the first page.
    """

    value: int
    """One of the widget's numbers."""


class LoadingView(View):
    """
    The view of a widget of the type `loading`.

    Whether a search is in flight, and whether it takes long.
    """

    loading: bool
    """Whether a search in flight is slow enough to show."""
    stalled: bool
    """Whether the search has taken longer than 200 ms."""


class MenuView(View):
    """
    The view of a widget of the type `menu`.

    The values of an attribute with their counts, of which one at a time is selected.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    display: MenuViewDisplay
    """How a controller displays it."""
    items: List[Facet]
    """The values in order."""
    selected: str | float | bool | None
    """The value selected."""
    query: NotRequired[str]
    """What was searched among the values."""
    canShowMore: bool
    """Whether there are more to show."""
    showingMore: bool
    """Whether more are shown."""
    searchable: bool
    """Whether people can search among the values."""
    searchPlaceholder: NotRequired[str]
    """The placeholder of the field that searches the values."""
    searchQuery: NotRequired[str]
    """What is searched among the values; while it stands, `items` are what was found."""
    searchPhase: NotRequired[ViewPhase]
    """The phase of that search."""
    searchError: NotRequired[SearchBusError]
    """Why that search failed."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class MenuSelect(TypedDict):
    """
    The data of `select` to a `menu`.

    Selects one value; null for none.
    """

    value: str | float | bool | None
    """The value."""


class MenuShowMore(TypedDict):
    """
    The data of `show-more` to a `menu`.

    Lists more values, or fewer again.
    """

    on: bool
    """Whether to show more values."""


class MenuSearch(TypedDict):
    """
    The data of `search` to a `menu`.

    Searches values; an empty text ends that.
    """

    query: str
    """The whole text."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class MultiHitsView(View):
    """
    The view of a widget of the type `multi-hits`.

    The first records of several searchers, a section each.
    """

    sections: List[ResultSection]
    """The sections in order."""


class NumberView(View):
    """
    The view of a widget of the type `number`.

    One number that an attribute is compared with: a slider, a stepper or a date.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    control: NumberViewControl
    """How a controller displays it."""
    comparison: Literal["<", "<=", "=", "!=", ">=", ">"]
    """How numbers are compared."""
    value: float | None
    """The number."""
    bounds: List[float] | None
    """The lowest and highest number."""
    step: float
    """The size of a step."""
    outside: bool
    """Whether the number is outside of the bounds."""


class NumberSet(TypedDict):
    """
    The data of `set` to a `number`.

    Sets the number; null for none.
    """

    value: float | None
    """The number."""


class NumberIncrement(TypedDict):
    """
    The data of `increment` to a `number`.

    Increases the number by a step, or sets its start.
    """

    by: NotRequired[float]
    """By how much; one step by default."""
    begin: NotRequired[float]
    """The number where there is none yet; without it, as the app file says."""


class NumberDecrement(TypedDict):
    """
    The data of `decrement` to a `number`.

    Decreases the number by a step, or sets its start.
    """

    by: NotRequired[float]
    """By how much; one step by default."""
    begin: NotRequired[float]
    """The number where there is none yet; without it, as the app file says."""


class NumberRangeView(View):
    """
    The view of a widget of the type `number-range`.

    A range of numbers of an attribute, with the bounds of what there is.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    bounds: List[float] | None
    """The lowest and highest number that can be chosen."""
    resultBounds: NotRequired[List[float]]
    """The lowest and highest number of the results, without the widget's own filter, where there are any."""
    range: List[float | None] | None
    """The ends selected."""
    outside: bool
    """Whether the selection reaches outside of the bounds."""
    precision: int
    """How many decimals a step has."""


class NumberRangeSetRange(TypedDict):
    """
    The data of `set-range` to a `number-range`.

    Sets the range; null for none.
    """

    range: List[float | None] | None
    """The two ends in order, such as `[5, 20]`; one may be null."""


class NumericMenuView(View):
    """
    The view of a widget of the type `numeric-menu`.

    Ranges of numbers to select from.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    multiple: bool
    """Whether several ranges can be selected."""
    items: List[NumericMenuItem]
    """The ranges in order."""


class NumericMenuSelect(TypedDict):
    """
    The data of `select` to a `numeric-menu`.

    Selects a range, null for none; where several can be selected, toggles it, or sets it to `on`.
    """

    range: List[float | None] | None
    """The range, as an item has it."""
    on: NotRequired[bool]
    """Whether to select it."""


class PaginationView(View):
    """
    The view of a widget of the type `pagination`.

    The pages of the results, to go from one to another.
    """

    page: int
    """The page shown, from 0."""
    nbPages: int
    """How many pages there are to go to."""
    nbHits: int
    """How many results there are."""
    pages: List[int]
    """The pages listed, from 0."""
    first: NotRequired[int]
    """The first page, where it is not shown."""
    previous: NotRequired[int]
    """The page before, where there is one."""
    next: NotRequired[int]
    """The page after, where there is one."""
    last: NotRequired[int]
    """The last page, where it is not shown."""


class PaginationGo(TypedDict):
    """
    The data of `go` to a `pagination`.

    Goes to another page.
    """

    page: int
    """The page, from 0."""


class QueryRuleDataView(View):
    """
    The view of a widget of the type `query-rule-data`.

    What the rules of an engine add to an answer: a banner, or where people are sent instead.
    """

    item: NotRequired[dict[str, Any]]
    """The first custom data with the required members, as the rule has them."""
    banner: NotRequired[Banner]
    """What a banner shows of them."""
    redirect: NotRequired[str]
    """The address that people are sent to."""


class QuerySuggestionsView(View):
    """
    The view of a widget of the type `query-suggestions`.

    Queries that others have searched, to search by one choice.
    """

    query: str
    """The text that suggestions were searched for."""
    items: List[QuerySuggestion]
    """The suggestions in order."""


class QuerySuggestionsSelect(TypedDict):
    """
    The data of `select` to a `query-suggestions`.

    Searches a text, optionally within one category.
    """

    query: str
    """The text."""
    category: NotRequired[str]
    """The category to filter by."""


class QuerySuggestionsFill(TypedDict):
    """
    The data of `fill` to a `query-suggestions`.

    Puts a text into the search box without searching it.
    """

    query: str
    """The text."""


class RatingMenuView(View):
    """
    The view of a widget of the type `rating-menu`.

    Ratings to choose the least of, with their counts.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    max: int
    """The highest rating."""
    selected: float | None
    """The lowest rating that results must have."""
    range: List[float] | None
    """The lowest and the highest rating."""
    points: List[RatingPoint]
    """The stars of the least rating; one that is half or more is partial."""
    items: List[Rating]
    """The ratings, the best first."""


class RatingMenuSelect(TypedDict):
    """
    The data of `select` to a `rating-menu`.

    Sets the minimum rating; null for any.
    """

    value: float | None
    """The rating, from 1."""


class RefinementListView(View):
    """
    The view of a widget of the type `refinement-list`.

    The values of an attribute with their counts, to select from.
    """

    attribute: str
    """The attribute."""
    title: str
    """The displayed title."""
    operator: Literal["or", "and"]
    """How several values combine."""
    items: List[Facet]
    """The values in order."""
    selectedCount: int
    """How many values are selected."""
    excludedCount: NotRequired[int]
    """How many values are excluded, where they can be."""
    query: NotRequired[str]
    """What was searched among the values."""
    canShowMore: bool
    """Whether there are more to show."""
    showingMore: bool
    """Whether more are shown."""
    searchable: bool
    """Whether people can search among the values."""
    searchPlaceholder: NotRequired[str]
    """The placeholder of the field that searches the values."""
    searchQuery: NotRequired[str]
    """What is searched among the values; while it stands, `items` are what was found."""
    searchPhase: NotRequired[ViewPhase]
    """The phase of that search."""
    searchError: NotRequired[SearchBusError]
    """Why that search failed."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class RefinementListSelect(TypedDict):
    """
    The data of `select` to a `refinement-list`.

    Toggles a value (`value`), or switches several on or off (`values`, `on`).
    """

    value: NotRequired[str | float | bool]
    """The value that is toggled."""
    values: NotRequired[List[str | float | bool]]
    """The values."""
    on: NotRequired[bool]
    """Whether to select the values."""


class RefinementListSet(TypedDict):
    """
    The data of `set` to a `refinement-list`.

    Includes or excludes a value, or neither; `exclude` only if `exclusion` is on.
    """

    value: str | float | bool
    """The value."""
    state: FacetState
    """The value's new state."""


class RefinementListShowMore(TypedDict):
    """
    The data of `show-more` to a `refinement-list`.

    Lists more values, or fewer again.
    """

    on: bool
    """Whether to show more values."""


class RefinementListSearch(TypedDict):
    """
    The data of `search` to a `refinement-list`.

    Searches values; an empty text ends that.
    """

    query: str
    """The whole text."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class RelatedItemsView(View):
    """
    The view of a widget of the type `related-items`.

    Records like the displayed one.
    """

    title: str
    """The displayed title."""
    objectID: str | None
    """The record whose related items are shown."""
    patterns: List[MatchingPattern]
    """The criteria for related records."""
    hits: List[Hit]
    """The records, the most similar first."""
    template: HitTemplate
    """Which attributes are shown, and how."""


class RelatedItemsShow(TypedDict):
    """
    The data of `show` to a `related-items`.

    Shows records like this one.
    """

    objectID: str
    """The ID of the record."""
    attributes: dict[str, str | float | bool | List[str | float | bool]]
    """Its values of the attributes in `patterns`."""


class RelevantSortView(View):
    """
    The view of a widget of the type `relevant-sort`.

    Whether results that match little are left out where they are sorted.
    """

    priority: NotRequired[RelevantSortPriority]
    """Whether relevant results alone are shown or all; missing where that cannot be chosen."""
    enabled: bool
    """Whether it can be toggled."""
    nbHits: int
    """How many results there are."""
    nbSortedHits: NotRequired[int]
    """How many of them are relevant."""


class SavedSearchesView(View):
    """
    The view of a widget of the type `saved-searches`.

    Searches that are kept under names in a session.
    """

    items: List[SavedSearch]
    """The names, the oldest first."""
    canSave: bool
    """Whether another one can be saved."""
    maximum: int
    """How many can be kept."""


class SavedSearchesSave(TypedDict):
    """
    The data of `save` to a `saved-searches`.

    Saves the current search under a name.
    """

    name: str
    """The name, 1 to 256 bytes."""


class SavedSearchesApply(TypedDict):
    """
    The data of `apply` to a `saved-searches`.

    Applies a saved search.
    """

    name: str
    """The name, 1 to 256 bytes."""


class SavedSearchesRename(TypedDict):
    """
    The data of `rename` to a `saved-searches`.

    Renames a saved search.
    """

    name: str
    """The name, 1 to 256 bytes."""
    to: str
    """The new name."""


class SavedSearchesDelete(TypedDict):
    """
    The data of `delete` to a `saved-searches`.

    Deletes a saved search.
    """

    name: str
    """The name, 1 to 256 bytes."""


class SearchBoxView(View):
    """
    The view of a widget of the type `search-box`.

    A text field whose text is the query.
    """

    query: str
    """The text to show."""
    placeholder: str
    """The placeholder of the box."""
    autofocus: bool
    """Whether the box has the focus when the page opens."""
    mode: SearchTriggeringMode
    """Whether what is typed is searched at once."""
    voice: NotRequired[VoiceInput]
    """Present if voice input is enabled."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class SearchBoxSetQuery(TypedDict):
    """
    The data of `set-query` to a `search-box`.

    The text changed.
    """

    query: str
    """The whole text."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class SearchBoxSubmit(TypedDict):
    """
    The data of `submit` to a `search-box`.

    Searches the text, even if it was searched last.
    """

    query: NotRequired[str]
    """The whole text; without it, what was typed."""
    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class SearchBoxClear(TypedDict):
    """
    The data of `clear` to a `search-box`.

    Empties the text.
    """

    client: NotRequired[str]
    """The client that typed the text, by a name of its choice."""
    edit: NotRequired[int]
    """The number that the client gave the edit."""


class SegmentedView(View):
    """
    The view of a widget of the type `segmented`.

    Named filters of which one at a time holds.
    """

    title: str
    """The displayed title."""
    items: List[FilterSegment]
    """The segments in order."""
    selected: str | None
    """The key of the segment chosen."""


class SegmentedSelect(TypedDict):
    """
    The data of `select` to a `segmented`.

    Chooses a segment; null for none.
    """

    key: int | str | None
    """The segment's key."""


class SortByView(View):
    """
    The view of a widget of the type `sort-by`.

    A choice among indexes that hold the same records in other orders.
    """

    items: List[SortOrder]
    """The indexes, in the app file's order."""
    selected: NotRequired[str]
    """The index that is searched, where it is one of them."""


class SortBySelect(TypedDict):
    """
    The data of `select` to a `sort-by`.

    Searches another index, from its first page.
    """

    index: str
    """One of the widget's indexes."""


class StatsView(View):
    """
    The view of a widget of the type `stats`.

    A line that tells how many results there are, and how long the search took.
    """

    text: str
    """The text to show."""
    nbHits: int
    """How many results there are."""
    processingTimeMS: float
    """How long the engine worked."""
    query: str
    """The text that was searched."""
    page: int
    """The page, from 0."""
    nbPages: int
    """How many pages there are."""
    hitsPerPage: int
    """How many results a page has."""
    nbSortedHits: NotRequired[int]
    """How many of them are relevant, where others are left out."""
    queryID: NotRequired[str]
    """The ID that the engine gave the search."""
