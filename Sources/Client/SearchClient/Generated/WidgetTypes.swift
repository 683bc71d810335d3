// SPDX-License-Identifier: MIT

// Printed by `searchbus widgets --swift` from what the widget types declare; do not edit.

import Wire

/// Whether a facet value is included, excluded or neither, in a list where values can be excluded.
public enum FacetState: String, ViewValue, IntentValue, Hashable, CaseIterable {
    case none
    case include
    case exclude
}

extension SuggestionChoice {
    /// What choosing an entry does.
    public enum Effect: String, ViewValue, IntentValue, Hashable, CaseIterable {
        /// The entry's text is searched.
        case query
        /// The entry's value is filtered.
        case filter
        /// The entry's address is opened, by the controller.
        case url
    }
}

/// What choosing an entry of a section does.
public struct SuggestionChoice: ViewObject, Hashable {
    /// What happens when an entry is selected.
    public let does: SuggestionChoice.Effect
    /// The attribute of the record that it does it with.
    public let attribute: String?

    public init(does: SuggestionChoice.Effect, attribute: String?) {
        self.does = does
        self.attribute = attribute
    }

    public init(json: JSON) throws {
        does = try json.member("does")
        attribute = try json.optionalMember("attribute")
    }
}

/// Voice input.
public struct VoiceInput: ViewObject, Hashable {
    /// The language as in HTML; without it, the page's.
    public let language: String?

    public init(language: String?) {
        self.language = language
    }

    public init(json: JSON) throws {
        language = try json.optionalMember("language")
    }
}

/// A step on the way through a hierarchy.
public struct BreadcrumbItem: ViewObject, Hashable {
    /// The whole value.
    public let value: String
    /// Its last part, as displayed.
    public let label: String

    public init(value: String, label: String) {
        self.value = value
        self.label = label
    }

    public init(json: JSON) throws {
        value = try json.member("value")
        label = try json.member("label")
    }
}

/// A filter in force.
public struct CurrentFilter: ViewObject, Hashable {
    /// The attribute.
    public let attribute: String
    /// The filter as displayed.
    public let label: String
    /// The filter.
    public let filter: JSON
    /// The group that it is in.
    public let group: JSON

    public init(attribute: String, label: String, filter: JSON, group: JSON) {
        self.attribute = attribute
        self.label = label
        self.filter = filter
        self.group = group
    }

    public init(json: JSON) throws {
        attribute = try json.member("attribute")
        label = try json.member("label")
        filter = try json.member("filter", as: .object)
        group = try json.member("group", as: .object)
    }
}

/// What the numbers of a `date-range` count since 1970.
public enum DateUnit: String, ViewValue, IntentValue, Hashable, CaseIterable {
    case seconds
    case milliseconds
}

/// A period of time to choose, such as the last 7 days.
public struct DatePreset: ViewObject, Hashable {
    /// The period as displayed.
    public let label: String
    /// The period.
    public let period: String

    public init(label: String, period: String) {
        self.label = label
        self.period = period
    }

    public init(json: JSON) throws {
        label = try json.member("label")
        period = try json.member("period")
    }
}

/// An attribute with its values, as the engine's rules order them.
public struct AttributedFacets: ViewObject, Hashable {
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// Whether several values can be selected.
    public let multiple: Bool
    /// The values in order.
    public let items: [SelectableItem<Facet>]
    /// How many values are selected.
    public let selectedCount: Int

    public init(attribute: String, title: String, multiple: Bool, items: [SelectableItem<Facet>], selectedCount: Int) {
        self.attribute = attribute
        self.title = title
        self.multiple = multiple
        self.items = items
        self.selectedCount = selectedCount
    }

    public init(json: JSON) throws {
        attribute = try json.member("attribute")
        title = try json.member("title")
        multiple = try json.member("multiple")
        items = try json.member("items")
        selectedCount = try json.member("selectedCount")
    }
}

/// A filter that the app file gives, to be selected.
public struct ListedFilter: ViewObject, Hashable {
    /// The filter as displayed.
    public let label: String
    /// The filter.
    public let filter: JSON

    public init(label: String, filter: JSON) {
        self.label = label
        self.filter = filter
    }

    public init(json: JSON) throws {
        label = try json.member("label")
        filter = try json.member("filter", as: .object)
    }
}

/// A record that was found, and where it lies.
public struct GeoHit<Record: Decodable & Sendable>: ViewObject {
    /// The record.
    public let hit: Hit<Record>
    /// Its position: latitudes and longitudes.
    public let points: [GeoPoint]

    public init(hit: Hit<Record>, points: [GeoPoint]) {
        self.hit = hit
        self.points = points
    }

    public init(json: JSON) throws {
        hit = try json.member("hit")
        points = try json.member("points")
    }
}

extension GeoHit: Equatable where Record: Equatable {}
extension GeoHit: Hashable where Record: Hashable {}

/// A category, with those below it where it is on the path.
public struct HierarchicalItem: ViewObject, Hashable {
    /// The whole value.
    public let value: String
    /// Its last part, as displayed.
    public let label: String
    /// How many results have it.
    public let count: Int
    /// Whether it is on the path.
    public let isSelected: Bool
    /// The values below it in the hierarchy.
    public let items: [HierarchicalItem]

    public init(value: String, label: String, count: Int, isSelected: Bool, items: [HierarchicalItem]) {
        self.value = value
        self.label = label
        self.count = count
        self.isSelected = isSelected
        self.items = items
    }

    public init(json: JSON) throws {
        value = try json.member("value")
        label = try json.member("label")
        count = try json.member("count")
        isSelected = try json.member("selected")
        items = try json.optionalMember("items") ?? []
    }
}

/// How many results have numbers between two.
public struct HistogramBar: ViewObject, Hashable {
    /// The lowest number.
    public let from: Double
    /// The highest number.
    public let to: Double
    /// How many there are, where known.
    public let count: Int?
    /// Whether the selection reaches into it.
    public let inside: Bool

    public init(from: Double, to: Double, count: Int?, inside: Bool) {
        self.from = from
        self.to = to
        self.count = count
        self.inside = inside
    }

    public init(json: JSON) throws {
        from = try json.member("from")
        to = try json.member("to")
        count = try json.nullableMember("count")
        inside = try json.member("inside")
    }
}

/// How a controller marks what matched.
public struct HighlightStyle: ViewObject, Hashable {
    /// Whether what did not match is marked instead.
    public let isInverted: Bool
    /// The colour of the text: a name of CSS, or #RGB, #RRGGBB.
    public let color: String?
    /// The colour behind it.
    public let background: String?

    public init(isInverted: Bool, color: String?, background: String?) {
        self.isInverted = isInverted
        self.color = color
        self.background = background
    }

    public init(json: JSON) throws {
        isInverted = try json.optionalMember("inverted") ?? false
        color = try json.optionalMember("color")
        background = try json.optionalMember("background")
    }
}

/// A number of results that a page may have.
public struct PageLength: ViewObject, Hashable {
    /// The displayed label of the number.
    public let label: String
    /// How many results a page has.
    public let value: Int

    public init(label: String, value: Int) {
        self.label = label
        self.value = value
    }

    public init(json: JSON) throws {
        label = try json.member("label")
        value = try json.member("value")
    }
}

extension MenuView {
    /// How to draw a menu.
    public enum Display: String, ViewValue, IntentValue, Hashable, CaseIterable {
        case list
        /// A box that opens.
        case select
    }
}

/// The first records of one searcher, or its first values where it searches values.
public struct ResultSection: ViewObject, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The searcher.
    public let searcher: String
    /// The displayed title.
    public let title: String
    /// Whether it has anything to show.
    public let listed: Bool
    /// The text that was searched.
    public let query: String
    /// How many records or values match.
    public let nbHits: Int
    /// The first records.
    public let hits: [Hit<AnyRecord>]
    /// The first values, of a searcher of values.
    public let values: [SelectableItem<Facet>]
    /// Which attributes are shown, and how.
    public let template: JSON

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        searcher = try json.member("searcher")
        title = try json.member("title")
        listed = try json.member("listed")
        query = try json.member("query")
        nbHits = try json.member("nbHits")
        hits = try json.member("hits")
        values = try json.member("values")
        template = try json.member("template", as: .object)
    }
}

extension NumberView {
    /// How to draw a number.
    public enum Control: String, ViewValue, IntentValue, Hashable, CaseIterable {
        case slider
        case stepper
        /// The number is a count of seconds since 1970.
        case date
    }
}

/// A range of numbers in a menu.
public struct NumericMenuItem: ViewObject, Hashable {
    /// The range as displayed.
    public let label: String
    /// Its ends; null for all.
    public let range: RangeSelection?

    public init(label: String, range: RangeSelection?) {
        self.label = label
        self.range = range
    }

    public init(json: JSON) throws {
        label = try json.member("label")
        range = try json.nullableMember("range")
    }
}

/// What a banner shows.
public struct Banner: ViewObject, Hashable {
    /// The heading.
    public let title: String?
    /// The longer text.
    public let text: String?
    /// The address of a picture.
    public let image: String?
    /// The address that it leads to.
    public let link: String?

    public init(title: String?, text: String?, image: String?, link: String?) {
        self.title = title
        self.text = text
        self.image = image
        self.link = link
    }

    public init(json: JSON) throws {
        title = try json.optionalMember("title")
        text = try json.optionalMember("text")
        image = try json.optionalMember("image")
        link = try json.optionalMember("link")
    }
}

/// A category in which a suggested text can be searched.
public struct SuggestedCategory: ViewObject, Hashable {
    /// The category.
    public let value: String
    /// How many results it has.
    public let count: Int?

    public init(value: String, count: Int?) {
        self.value = value
        self.count = count
    }

    public init(json: JSON) throws {
        value = try json.member("value")
        count = try json.optionalMember("count")
    }
}

/// A text that others have searched.
public struct QuerySuggestion: ViewObject, Hashable {
    /// The ID of the record.
    public let objectID: String
    /// The text.
    public let query: String
    /// How often it was searched.
    public let popularity: Int
    /// The text with what is not typed yet marked.
    public let highlighted: Highlight
    /// Where it is searched; of the first suggestion alone.
    public let categories: [SuggestedCategory]

    public init(
        objectID: String,
        query: String,
        popularity: Int,
        highlighted: Highlight,
        categories: [SuggestedCategory]
    ) {
        self.objectID = objectID
        self.query = query
        self.popularity = popularity
        self.highlighted = highlighted
        self.categories = categories
    }

    public init(json: JSON) throws {
        objectID = try json.member("objectID")
        query = try json.member("query")
        popularity = try json.member("popularity")
        highlighted = try json.member("highlighted")
        categories = try json.member("categories")
    }
}

/// How much of a star is drawn.
public enum RatingPoint: String, ViewValue, IntentValue, Hashable, CaseIterable {
    case full
    /// Half a star or more.
    case partial
    case empty
}

/// A rating to choose as the least.
public struct Rating: ViewObject, Hashable {
    /// The lowest rating.
    public let value: Int
    /// How many have it, where known.
    public let count: Int?

    public init(value: Int, count: Int?) {
        self.value = value
        self.count = count
    }

    public init(json: JSON) throws {
        value = try json.member("value")
        count = try json.nullableMember("count")
    }
}

/// What makes two records alike: that they share a value of an attribute.
public struct MatchingPattern: ViewObject, Hashable {
    /// The attribute.
    public let attribute: String
    /// The score of a shared value; 1 by default.
    public let score: Int?

    public init(attribute: String, score: Int?) {
        self.attribute = attribute
        self.score = score
    }

    public init(json: JSON) throws {
        attribute = try json.member("attribute")
        score = try json.optionalMember("score")
    }
}

/// Which results are shown where they are sorted.
public enum RelevantSortPriority: String, ViewValue, IntentValue, Hashable, CaseIterable {
    /// The relevant ones alone.
    case relevancy
    /// All of them.
    case hitsCount = "hits-count"
}

/// A search that is kept under a name.
public struct SavedSearch: ViewObject, Hashable {
    /// The name.
    public let name: String
    /// Whether it is what is searched now.
    public let isCurrent: Bool

    public init(name: String, isCurrent: Bool) {
        self.name = name
        self.isCurrent = isCurrent
    }

    public init(json: JSON) throws {
        name = try json.member("name")
        isCurrent = try json.member("current")
    }
}

/// When what is typed is searched.
public enum SearchTriggeringMode: String, ViewValue, IntentValue, Hashable, CaseIterable {
    case searchAsYouType = "search-as-you-type"
    case searchOnSubmit = "search-on-submit"
}

/// A named filter of which one at a time holds.
public struct FilterSegment: ViewObject, Hashable {
    /// The segment as displayed.
    public let label: String
    /// The segment's key.
    public let key: String

    public init(label: String, key: String) {
        self.label = label
        self.key = key
    }

    public init(json: JSON) throws {
        label = try json.member("label")
        key = try json.member("key")
    }
}

/// An index that holds the records in an order of its own.
public struct SortOrder: ViewObject, Hashable {
    /// The displayed label of the order.
    public let label: String
    /// The index.
    public let index: String

    public init(label: String, index: String) {
        self.label = label
        self.index = index
    }

    public init(json: JSON) throws {
        label = try json.member("label")
        index = try json.member("index")
    }
}

/// The view of a widget of the type `autocomplete`.
///
/// A text field with suggestions from several searchers and recent searches, to choose from.
public struct AutocompleteView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The text to show.
    public let query: String
    /// The placeholder of the box.
    public let placeholder: String
    /// The sections in order.
    public let sections: [AutocompleteSection]
    /// The previous searches, the newest first.
    public let recent: [String]
    /// Present if voice input is enabled.
    public let voice: VoiceInput?
    /// The client that typed the text, by a name of its choice.
    public let client: String?
    /// The number that the client gave the edit.
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.member("query")
        placeholder = try json.member("placeholder")
        sections = try json.member("sections")
        recent = try json.member("recent")
        voice = try json.optionalMember("voice")
        client = try json.optionalMember("client")
        edit = try json.optionalMember("edit")
    }
}

/// The view of a widget of the type `breadcrumb`.
///
/// The way to where one is in a hierarchy.
public struct BreadcrumbView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The displayed title.
    public let title: String
    /// The places from the root; the last is where one is.
    public let items: [BreadcrumbItem]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.member("title")
        items = try json.member("items")
    }
}

/// The view of a widget of the type `clear-filters`.
///
/// A button that removes filters.
public struct ClearFiltersView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// Whether there is anything to remove.
    public let enabled: Bool
    /// How many filters it would remove.
    public let count: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        enabled = try json.member("enabled")
        count = try json.member("count")
    }
}

/// The view of a widget of the type `configure`.
///
/// Parameters for an engine: those that a session starts with, and a way to change them.
public struct ConfigureView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// All parameters of the first searcher.
    public let parameters: [String: JSON]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        parameters = try json.member("parameters")
    }
}

/// The view of a widget of the type `current-filters`.
///
/// The filters in force, each to remove.
public struct CurrentFiltersView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The filters, in the order of the filter state.
    public let items: [CurrentFilter]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.member("items")
    }
}

/// The view of a widget of the type `date-range`.
///
/// A range of dates, with periods to choose from.
public struct DateRangeView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// What the numbers count since 1970.
    public let unit: DateUnit
    /// The earliest and latest date.
    public let bounds: ClosedRange<Double>?
    /// The ends selected.
    public let range: RangeSelection?
    /// Whether the range reaches outside of the bounds.
    public let outside: Bool
    /// The period selected.
    public let period: String?
    /// The periods to choose from.
    public let items: [SelectableItem<DatePreset>]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        unit = try json.member("unit")
        bounds = try json.nullableMember("bounds")
        range = try json.nullableMember("range")
        outside = try json.member("outside")
        period = try json.nullableMember("period")
        items = try json.member("presets")
    }
}

/// The view of a widget of the type `dynamic-facets`.
///
/// The facets that fit a search, in the order that the engine's rules say.
public struct DynamicFacetsView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attributes shown, in order.
    public let facets: [AttributedFacets]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        facets = try json.member("facets")
    }
}

/// The view of a widget of the type `filter-list`.
///
/// Filters that the app file gives, to select from.
public struct FilterListView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The displayed title.
    public let title: String
    /// Whether several filters can be selected.
    public let multiple: Bool
    /// The filters in order.
    public let items: [SelectableItem<ListedFilter>]
    /// How many of them are selected.
    public let selectedCount: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.member("title")
        multiple = try json.member("multiple")
        items = try json.member("items")
        selectedCount = try json.member("selectedCount")
    }
}

/// The view of a widget of the type `filter-toggle`.
///
/// A switch between a filter and none, or between two filters.
public struct FilterToggleView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// Whether the switch is on.
    public let on: Bool
    /// How many results it has when on, where known.
    public let count: Int?
    /// Of a switch with two filters: how many it has when off.
    public let offCount: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        on = try json.member("on")
        count = try json.nullableMember("count")
        offCount = try json.optionalMember("offCount")
    }
}

/// The view of a widget of the type `geo-hits`.
///
/// The records found where they lie on the earth, and a part of it to search in.
public struct GeoHitsView<Record: Decodable & Sendable>: PhasedView {
    /// The state of the search.
    public let status: ViewStatus
    /// The displayed title.
    public let title: String
    /// The text that was searched.
    public let query: String
    /// How many records match.
    public let nbHits: Int
    /// The records that have a place.
    public let items: [GeoHit<Record>]
    /// How many of the page have none.
    public let withoutPlace: Int
    /// The smallest box around them, its south-west and north-east corner.
    public let bounds: GeoBox?
    /// The part that is searched.
    public let selected: GeoArea?
    /// Which attributes are shown, and how.
    public let template: JSON

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.member("title")
        query = try json.member("query")
        nbHits = try json.member("nbHits")
        items = try json.member("items")
        withoutPlace = try json.member("withoutPlace")
        bounds = try json.nullableMember("bounds")
        selected = try json.nullableMember("selected")
        template = try json.member("template", as: .object)
    }
}

extension GeoHitsView: Equatable where Record: Equatable {}
extension GeoHitsView: Hashable where Record: Hashable {}

/// The view of a widget of the type `hierarchical-menu`.
///
/// Categories with their subcategories, along the path that is chosen.
public struct HierarchicalMenuView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attributes of the levels.
    public let attributes: [String]
    /// The displayed title.
    public let title: String
    /// The values chosen, from the root.
    public let path: [String]
    /// The values of the first level shown.
    public let items: [HierarchicalItem]
    /// Whether there are more to show.
    public let canShowMore: Bool
    /// Whether more are shown.
    public let showingMore: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attributes = try json.member("attributes")
        title = try json.member("title")
        path = try json.member("path")
        items = try json.member("items")
        canShowMore = try json.member("canShowMore")
        showingMore = try json.member("showingMore")
    }
}

/// The view of a widget of the type `histogram`.
///
/// How many results have which numbers of an attribute, with a range to select.
public struct HistogramView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// The lowest and highest number that can be chosen.
    public let bounds: ClosedRange<Double>?
    /// The lowest and highest number of the results, without the widget's own filter, where there are any.
    public let resultBounds: ClosedRange<Double>?
    /// The ends selected.
    public let range: RangeSelection?
    /// Whether the selection reaches outside of the bounds.
    public let outside: Bool
    /// The bars in order.
    public let bars: [HistogramBar]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        bounds = try json.nullableMember("bounds")
        resultBounds = try json.optionalMember("resultBounds")
        range = try json.nullableMember("range")
        outside = try json.member("outside")
        bars = try json.member("bars")
    }
}

/// The view of a widget of the type `history`.
///
/// Undo and redo of all that the session asks for.
public struct HistoryView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// Whether there is a step to undo.
    public let canUndo: Bool
    /// Whether there is a step to redo.
    public let canRedo: Bool
    /// Whether a controller offers to reset the session.
    public let offersReset: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        canUndo = try json.member("canUndo")
        canRedo = try json.member("canRedo")
        offersReset = try json.member("reset")
    }
}

/// The view of a widget of the type `hits-per-page`.
///
/// A choice of how many results a page has.
public struct HitsPerPageView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The numbers, in the app file's order.
    public let items: [SelectableItem<PageLength>]
    /// How many results a page has, where it is known.
    public let selected: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.member("items")
        selected = try json.optionalMember("selected")
    }
}

/// The view of a widget of the type `loading`.
///
/// Whether a search is in flight, and whether it takes long.
public struct LoadingView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// Whether a search in flight is slow enough to show.
    public let loading: Bool
    /// Whether the search has taken longer than 200 ms.
    public let stalled: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        loading = try json.member("loading")
        stalled = try json.member("stalled")
    }
}

/// The view of a widget of the type `menu`.
///
/// The values of an attribute with their counts, of which one at a time is selected.
public struct MenuView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// How a controller displays it.
    public let display: MenuView.Display
    /// The values in order.
    public let items: [SelectableItem<Facet>]
    /// The value selected.
    public let selected: JSON?
    /// What was searched among the values.
    public let query: String?
    /// Whether there are more to show.
    public let canShowMore: Bool
    /// Whether more are shown.
    public let showingMore: Bool
    /// Whether people can search among the values.
    public let searchable: Bool
    /// The placeholder of the field that searches the values.
    public let searchPlaceholder: String?
    /// What is searched among the values; while it stands, `items` are what was found.
    public let searchQuery: String?
    /// The phase of that search.
    public let searchPhase: ViewPhase?
    /// Why that search failed.
    public let searchError: SearchBusError?
    /// The client that typed the text, by a name of its choice.
    public let client: String?
    /// The number that the client gave the edit.
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        display = try json.member("display")
        items = try json.member("items")
        selected = try json.nullableMember("selected", as: .value)
        query = try json.optionalMember("query")
        canShowMore = try json.member("canShowMore")
        showingMore = try json.member("showingMore")
        searchable = try json.member("searchable")
        searchPlaceholder = try json.optionalMember("searchPlaceholder")
        searchQuery = try json.optionalMember("searchQuery")
        searchPhase = try json.optionalMember("searchPhase")
        searchError = try json.optionalMember("searchError")
        client = try json.optionalMember("client")
        edit = try json.optionalMember("edit")
    }
}

/// The view of a widget of the type `multi-hits`.
///
/// The first records of several searchers, a section each.
public struct MultiHitsView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The sections in order.
    public let sections: [ResultSection]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        sections = try json.member("sections")
    }
}

/// The view of a widget of the type `number`.
///
/// One number that an attribute is compared with: a slider, a stepper or a date.
public struct NumberView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// How a controller displays it.
    public let control: NumberView.Control
    /// How numbers are compared.
    public let comparison: String
    /// The number.
    public let value: Double?
    /// The lowest and highest number.
    public let bounds: ClosedRange<Double>?
    /// The size of a step.
    public let step: Double
    /// Whether the number is outside of the bounds.
    public let outside: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        control = try json.member("control")
        comparison = try json.member("comparison")
        value = try json.nullableMember("value")
        bounds = try json.nullableMember("bounds")
        step = try json.member("step")
        outside = try json.member("outside")
    }
}

/// The view of a widget of the type `number-range`.
///
/// A range of numbers of an attribute, with the bounds of what there is.
public struct NumberRangeView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// The lowest and highest number that can be chosen.
    public let bounds: ClosedRange<Double>?
    /// The lowest and highest number of the results, without the widget's own filter, where there are any.
    public let resultBounds: ClosedRange<Double>?
    /// The ends selected.
    public let range: RangeSelection?
    /// Whether the selection reaches outside of the bounds.
    public let outside: Bool
    /// How many decimals a step has.
    public let precision: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        bounds = try json.nullableMember("bounds")
        resultBounds = try json.optionalMember("resultBounds")
        range = try json.nullableMember("range")
        outside = try json.member("outside")
        precision = try json.member("precision")
    }
}

/// The view of a widget of the type `numeric-menu`.
///
/// Ranges of numbers to select from.
public struct NumericMenuView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// Whether several ranges can be selected.
    public let multiple: Bool
    /// The ranges in order.
    public let items: [SelectableItem<NumericMenuItem>]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        multiple = try json.member("multiple")
        items = try json.member("items")
    }
}

/// The view of a widget of the type `pagination`.
///
/// The pages of the results, to go from one to another.
public struct PaginationView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The page shown, from 0.
    public let page: Int
    /// How many pages there are to go to.
    public let nbPages: Int
    /// How many results there are.
    public let nbHits: Int
    /// The pages listed, from 0.
    public let pages: [Int]
    /// The first page, where it is not shown.
    public let first: Int?
    /// The page before, where there is one.
    public let previous: Int?
    /// The page after, where there is one.
    public let next: Int?
    /// The last page, where it is not shown.
    public let last: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        page = try json.member("page")
        nbPages = try json.member("nbPages")
        nbHits = try json.member("nbHits")
        pages = try json.member("pages")
        first = try json.optionalMember("first")
        previous = try json.optionalMember("previous")
        next = try json.optionalMember("next")
        last = try json.optionalMember("last")
    }
}

/// The view of a widget of the type `query-rule-data`.
///
/// What the rules of an engine add to an answer: a banner, or where people are sent instead.
public struct QueryRuleDataView<Model: Decodable & Sendable>: PhasedView {
    /// The state of the search.
    public let status: ViewStatus
    /// The first custom data with the required members, as the rule has them.
    public let item: Model?
    /// What a banner shows of them.
    public let banner: Banner?
    /// The address that people are sent to.
    public let redirect: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        item = try json.optionalRecord("item")
        banner = try json.optionalMember("banner")
        redirect = try json.optionalMember("redirect")
    }
}

extension QueryRuleDataView: Equatable where Model: Equatable {}
extension QueryRuleDataView: Hashable where Model: Hashable {}

/// The view of a widget of the type `query-suggestions`.
///
/// Queries that others have searched, to search by one choice.
public struct QuerySuggestionsView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The text that suggestions were searched for.
    public let query: String
    /// The suggestions in order.
    public let items: [QuerySuggestion]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.member("query")
        items = try json.member("items")
    }
}

/// The view of a widget of the type `rating-menu`.
///
/// Ratings to choose the least of, with their counts.
public struct RatingMenuView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// The highest rating.
    public let max: Int
    /// The lowest rating that results must have.
    public let selected: Double?
    /// The lowest and the highest rating.
    public let range: ClosedRange<Double>?
    /// The stars of the least rating; one that is half or more is partial.
    public let points: [RatingPoint]
    /// The ratings, the best first.
    public let items: [SelectableItem<Rating>]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        max = try json.member("max")
        selected = try json.nullableMember("selected")
        range = try json.nullableMember("range")
        points = try json.member("points")
        items = try json.member("items")
    }
}

/// The view of a widget of the type `refinement-list`.
///
/// The values of an attribute with their counts, to select from.
public struct RefinementListView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The attribute.
    public let attribute: String
    /// The displayed title.
    public let title: String
    /// How several values combine.
    public let `operator`: String
    /// The values in order.
    public let items: [SelectableItem<Facet>]
    /// How many values are selected.
    public let selectedCount: Int
    /// How many values are excluded, where they can be.
    public let excludedCount: Int?
    /// What was searched among the values.
    public let query: String?
    /// Whether there are more to show.
    public let canShowMore: Bool
    /// Whether more are shown.
    public let showingMore: Bool
    /// Whether people can search among the values.
    public let searchable: Bool
    /// The placeholder of the field that searches the values.
    public let searchPlaceholder: String?
    /// What is searched among the values; while it stands, `items` are what was found.
    public let searchQuery: String?
    /// The phase of that search.
    public let searchPhase: ViewPhase?
    /// Why that search failed.
    public let searchError: SearchBusError?
    /// The client that typed the text, by a name of its choice.
    public let client: String?
    /// The number that the client gave the edit.
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.member("attribute")
        title = try json.member("title")
        `operator` = try json.member("operator")
        items = try json.member("items")
        selectedCount = try json.member("selectedCount")
        excludedCount = try json.optionalMember("excludedCount")
        query = try json.optionalMember("query")
        canShowMore = try json.member("canShowMore")
        showingMore = try json.member("showingMore")
        searchable = try json.member("searchable")
        searchPlaceholder = try json.optionalMember("searchPlaceholder")
        searchQuery = try json.optionalMember("searchQuery")
        searchPhase = try json.optionalMember("searchPhase")
        searchError = try json.optionalMember("searchError")
        client = try json.optionalMember("client")
        edit = try json.optionalMember("edit")
    }
}

/// The view of a widget of the type `related-items`.
///
/// Records like the displayed one.
public struct RelatedItemsView<Record: Decodable & Sendable>: PhasedView {
    /// The state of the search.
    public let status: ViewStatus
    /// The displayed title.
    public let title: String
    /// The record whose related items are shown.
    public let objectID: String?
    /// The criteria for related records.
    public let patterns: [MatchingPattern]
    /// The records, the most similar first.
    public let hits: [Hit<Record>]
    /// Which attributes are shown, and how.
    public let template: JSON

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.member("title")
        objectID = try json.nullableMember("objectID")
        patterns = try json.member("patterns")
        hits = try json.member("hits")
        template = try json.member("template", as: .object)
    }
}

extension RelatedItemsView: Equatable where Record: Equatable {}
extension RelatedItemsView: Hashable where Record: Hashable {}

/// The view of a widget of the type `relevant-sort`.
///
/// Whether results that match little are left out where they are sorted.
public struct RelevantSortView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// Whether relevant results alone are shown or all; missing where that cannot be chosen.
    public let priority: RelevantSortPriority?
    /// Whether it can be toggled.
    public let enabled: Bool
    /// How many results there are.
    public let nbHits: Int
    /// How many of them are relevant.
    public let nbSortedHits: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        priority = try json.optionalMember("priority")
        enabled = try json.member("enabled")
        nbHits = try json.member("nbHits")
        nbSortedHits = try json.optionalMember("nbSortedHits")
    }
}

/// The view of a widget of the type `saved-searches`.
///
/// Searches that are kept under names in a session.
public struct SavedSearchesView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The names, the oldest first.
    public let items: [SavedSearch]
    /// Whether another one can be saved.
    public let canSave: Bool
    /// How many can be kept.
    public let maximum: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.member("items")
        canSave = try json.member("canSave")
        maximum = try json.member("maximum")
    }
}

/// The view of a widget of the type `search-box`.
///
/// A text field whose text is the query.
public struct SearchBoxView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The text to show.
    public let query: String
    /// The placeholder of the box.
    public let placeholder: String
    /// Whether the box has the focus when the page opens.
    public let autofocus: Bool
    /// Whether what is typed is searched at once.
    public let mode: SearchTriggeringMode
    /// Present if voice input is enabled.
    public let voice: VoiceInput?
    /// The client that typed the text, by a name of its choice.
    public let client: String?
    /// The number that the client gave the edit.
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.member("query")
        placeholder = try json.member("placeholder")
        autofocus = try json.member("autofocus")
        mode = try json.member("mode")
        voice = try json.optionalMember("voice")
        client = try json.optionalMember("client")
        edit = try json.optionalMember("edit")
    }
}

/// The view of a widget of the type `segmented`.
///
/// Named filters of which one at a time holds.
public struct SegmentedView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The displayed title.
    public let title: String
    /// The segments in order.
    public let items: [SelectableItem<FilterSegment>]
    /// The key of the segment chosen.
    public let selected: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.member("title")
        items = try json.member("items")
        selected = try json.nullableMember("selected")
    }
}

/// The view of a widget of the type `sort-by`.
///
/// A choice among indexes that hold the same records in other orders.
public struct SortByView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The indexes, in the app file's order.
    public let items: [SelectableItem<SortOrder>]
    /// The index that is searched, where it is one of them.
    public let selected: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.member("items")
        selected = try json.optionalMember("selected")
    }
}

/// The view of a widget of the type `stats`.
///
/// A line that tells how many results there are, and how long the search took.
public struct StatsView: PhasedView, Hashable {
    /// The state of the search.
    public let status: ViewStatus
    /// The text to show.
    public let text: String
    /// How many results there are.
    public let nbHits: Int
    /// How long the engine worked.
    public let processingTimeMS: Double
    /// The text that was searched.
    public let query: String
    /// The page, from 0.
    public let page: Int
    /// How many pages there are.
    public let nbPages: Int
    /// How many results a page has.
    public let hitsPerPage: Int
    /// How many of them are relevant, where others are left out.
    public let nbSortedHits: Int?
    /// The ID that the engine gave the search.
    public let queryID: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        text = try json.member("text")
        nbHits = try json.member("nbHits")
        processingTimeMS = try json.member("processingTimeMS")
        query = try json.member("query")
        page = try json.member("page")
        nbPages = try json.member("nbPages")
        hitsPerPage = try json.member("hitsPerPage")
        nbSortedHits = try json.optionalMember("nbSortedHits")
        queryID = try json.optionalMember("queryID")
    }
}

extension WidgetIntent where View == AutocompleteView {
    /// Sets the text and requests suggestions for it.
    public static func setQuery(query: String, client: String? = nil, edit: Int? = nil) -> Self {
        Self("set-query", ["query": query, "client": client, "edit": edit])
    }

    /// Searches the text with the target.
    public static func submit(query: String? = nil, client: String? = nil, edit: Int? = nil) -> Self {
        Self("submit", ["query": query, "client": client, "edit": edit])
    }

    /// Chooses an entry of a section, a record (`objectID`) or a value.
    public static func choose(
        section: String,
        objectID: String? = nil,
        value: JSON? = nil,
        query: String? = nil,
        client: String? = nil,
        edit: Int? = nil
    ) -> Self {
        Self(
            "choose",
            [
                "section": section,
                "objectID": objectID,
                "value": value,
                "query": query,
                "client": client,
                "edit": edit,
            ]
        )
    }

    /// Removes a recent search.
    public static func removeRecent(query: String) -> Self {
        Self("remove-recent", ["query": query])
    }

    /// Removes all recent searches.
    public static func clearRecent() -> Self {
        Self("clear-recent")
    }

    /// Empties the text, also that of the target.
    public static func clear(client: String? = nil, edit: Int? = nil) -> Self {
        Self("clear", ["client": client, "edit": edit])
    }
}

extension WidgetIntent where View == BreadcrumbView {
    /// Ends the path at a value; null clears it.
    public static func select(value: String?) -> Self {
        Self("select", ["value": value.orNull])
    }
}

extension WidgetIntent where View == ClearFiltersView {
    /// Removes the filters that the widget covers.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == ConfigureView {
    /// Sets these parameters and keeps the others; null removes one.
    public static func set(parameters: JSON) -> Self {
        Self("set", ["parameters": parameters])
    }

    /// Resets the parameters of the app file to their values at the session's start.
    public static func reset() -> Self {
        Self("reset")
    }
}

extension WidgetIntent where View == CurrentFiltersView {
    /// Removes a filter.
    public static func remove(group: JSON, filter: JSON) -> Self {
        Self("remove", ["group": group, "filter": filter])
    }

    /// Removes all filters that the widget covers.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == DateRangeView {
    /// Sets the range; null for none.
    public static func setRange(range: RangeSelection?) -> Self {
        Self("set-range", ["range": range.orNull])
    }

    /// Selects a named period; null for none.
    public static func select(period: String?) -> Self {
        Self("select", ["period": period.orNull])
    }

    /// Clears the range and the period.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == DynamicFacetsView {
    /// Toggles a value (`value`), or switches several on or off (`values`, `on`).
    public static func select(attribute: String, value: JSON? = nil, values: [JSON]? = nil, on: Bool? = nil) -> Self {
        Self("select", ["attribute": attribute, "value": value, "values": values, "on": on])
    }

    /// Deselects all values of an attribute.
    public static func clear(attribute: String) -> Self {
        Self("clear", ["attribute": attribute])
    }
}

extension WidgetIntent where View == FilterListView {
    /// Toggles a filter of the list; with `on`, switches it on or off.
    public static func select(filter: JSON, on: Bool? = nil) -> Self {
        Self("select", ["filter": filter, "on": on])
    }

    /// Deselects all filters of the list.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == FilterToggleView {
    /// Switches the filter on or off.
    public static func set(on: Bool) -> Self {
        Self("set", ["on": on])
    }

    /// Toggles the switch.
    public static func toggle() -> Self {
        Self("toggle")
    }
}

extension WidgetIntent {
    /// Searches the box between two corners; where the east is less than the west, across the antimeridian.
    public static func setBox<Record>(box: GeoBox) -> Self where View == GeoHitsView<Record> {
        Self("set-box", ["box": box])
    }

    /// Searches around a point.
    public static func setCircle<Record>(point: GeoPoint, radius: Double) -> Self where View == GeoHitsView<Record> {
        Self("set-circle", ["point": point, "radius": radius])
    }

    /// Searches within a polygon.
    public static func setPolygon<Record>(polygon: [GeoPoint]) -> Self where View == GeoHitsView<Record> {
        Self("set-polygon", ["polygon": polygon])
    }

    /// Searches everywhere.
    public static func clear<Record>() -> Self where View == GeoHitsView<Record> {
        Self("clear")
    }
}

extension WidgetIntent where View == HierarchicalMenuView {
    /// Selects the path to a value; a selected one goes one level up.
    public static func select(value: String) -> Self {
        Self("select", ["value": value])
    }

    /// Deselects the path.
    public static func clear() -> Self {
        Self("clear")
    }

    /// Lists more values, or fewer again.
    public static func showMore(on: Bool) -> Self {
        Self("show-more", ["on": on])
    }
}

extension WidgetIntent where View == HistogramView {
    /// Sets the range; null for none.
    public static func setRange(range: RangeSelection?) -> Self {
        Self("set-range", ["range": range.orNull])
    }

    /// Deselects the range.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == HistoryView {
    /// Undoes the last step.
    public static func undo() -> Self {
        Self("undo")
    }

    /// Redoes the step that was undone last.
    public static func redo() -> Self {
        Self("redo")
    }

    /// Resets the session to its initial state; a step like others.
    public static func reset() -> Self {
        Self("reset")
    }
}

extension WidgetIntent {
    /// A row is on the screen; a page that is missing near it is fetched.
    public static func present<Record>(row: Int, direction: String? = nil) -> Self where View == HitsView<Record> {
        Self("present", ["row": row, "direction": direction])
    }

    /// Loads the page after the last one.
    public static func loadMore<Record>() -> Self where View == HitsView<Record> {
        Self("load-more")
    }

    /// Loads the page before the first one.
    public static func loadPrevious<Record>() -> Self where View == HitsView<Record> {
        Self("load-previous")
    }

    /// A record is selected.
    public static func select<Record>(
        objectID: String,
        attributes: JSON? = nil
    ) -> Self where View == HitsView<Record> {
        Self("select", ["objectID": objectID, "attributes": attributes])
    }

    /// Deselects a record.
    public static func deselect<Record>(objectID: String) -> Self where View == HitsView<Record> {
        Self("deselect", ["objectID": objectID])
    }

    /// Deselects all records.
    public static func clearSelection<Record>() -> Self where View == HitsView<Record> {
        Self("clear-selection")
    }
}

extension WidgetIntent where View == HitsPerPageView {
    /// Sets the number of results on a page and shows the first page.
    public static func select(value: Int) -> Self {
        Self("select", ["value": value])
    }
}

extension WidgetIntent where View == MenuView {
    /// Selects one value; null for none.
    public static func select(value: JSON?) -> Self {
        Self("select", ["value": value.orNull])
    }

    /// Deselects the value.
    public static func clear() -> Self {
        Self("clear")
    }

    /// Lists more values, or fewer again.
    public static func showMore(on: Bool) -> Self {
        Self("show-more", ["on": on])
    }

    /// Searches values; an empty text ends that.
    public static func search(query: String, client: String? = nil, edit: Int? = nil) -> Self {
        Self("search", ["query": query, "client": client, "edit": edit])
    }
}

extension WidgetIntent where View == NumberView {
    /// Sets the number; null for none.
    public static func set(value: Double?) -> Self {
        Self("set", ["value": value.orNull])
    }

    /// Increases the number by a step, or sets its start.
    public static func increment(by: Double? = nil, begin: Double? = nil) -> Self {
        Self("increment", ["by": by, "begin": begin])
    }

    /// Decreases the number by a step, or sets its start.
    public static func decrement(by: Double? = nil, begin: Double? = nil) -> Self {
        Self("decrement", ["by": by, "begin": begin])
    }

    /// Removes the number.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == NumberRangeView {
    /// Sets the range; null for none.
    public static func setRange(range: RangeSelection?) -> Self {
        Self("set-range", ["range": range.orNull])
    }

    /// Deselects the range.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == NumericMenuView {
    /// Selects a range, null for none; where several can be selected, toggles it, or sets it to `on`.
    public static func select(range: RangeSelection?, on: Bool? = nil) -> Self {
        Self("select", ["range": range.orNull, "on": on])
    }

    /// Deselects all ranges.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == PaginationView {
    /// Goes to another page.
    public static func go(page: Int) -> Self {
        Self("go", ["page": page])
    }
}

extension WidgetIntent where View == QuerySuggestionsView {
    /// Searches a text, optionally within one category.
    public static func select(query: String, category: String? = nil) -> Self {
        Self("select", ["query": query, "category": category])
    }

    /// Puts a text into the search box without searching it.
    public static func fill(query: String) -> Self {
        Self("fill", ["query": query])
    }
}

extension WidgetIntent where View == RatingMenuView {
    /// Sets the minimum rating; null for any.
    public static func select(value: Double?) -> Self {
        Self("select", ["value": value.orNull])
    }

    /// Removes the rating filter.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent where View == RefinementListView {
    /// Toggles a value (`value`), or switches several on or off (`values`, `on`).
    public static func select(value: JSON? = nil, values: [JSON]? = nil, on: Bool? = nil) -> Self {
        Self("select", ["value": value, "values": values, "on": on])
    }

    /// Includes or excludes a value, or neither; `exclude` only if `exclusion` is on.
    public static func set(value: JSON, state: FacetState) -> Self {
        Self("set", ["value": value, "state": state])
    }

    /// Lists more values, or fewer again.
    public static func showMore(on: Bool) -> Self {
        Self("show-more", ["on": on])
    }

    /// Searches values; an empty text ends that.
    public static func search(query: String, client: String? = nil, edit: Int? = nil) -> Self {
        Self("search", ["query": query, "client": client, "edit": edit])
    }

    /// Deselects all values.
    public static func clear() -> Self {
        Self("clear")
    }
}

extension WidgetIntent {
    /// Shows records like this one.
    public static func show<Record>(objectID: String, attributes: JSON) -> Self where View == RelatedItemsView<Record> {
        Self("show", ["objectID": objectID, "attributes": attributes])
    }

    /// Removes the displayed record.
    public static func clear<Record>() -> Self where View == RelatedItemsView<Record> {
        Self("clear")
    }
}

extension WidgetIntent where View == RelevantSortView {
    /// Shows all results, or only the relevant ones again.
    public static func toggle() -> Self {
        Self("toggle")
    }
}

extension WidgetIntent where View == SavedSearchesView {
    /// Saves the current search under a name.
    public static func save(name: String) -> Self {
        Self("save", ["name": name])
    }

    /// Applies a saved search.
    public static func apply(name: String) -> Self {
        Self("apply", ["name": name])
    }

    /// Renames a saved search.
    public static func rename(name: String, to: String) -> Self {
        Self("rename", ["name": name, "to": to])
    }

    /// Deletes a saved search.
    public static func delete(name: String) -> Self {
        Self("delete", ["name": name])
    }
}

extension WidgetIntent where View == SearchBoxView {
    /// The text changed.
    public static func setQuery(query: String, client: String? = nil, edit: Int? = nil) -> Self {
        Self("set-query", ["query": query, "client": client, "edit": edit])
    }

    /// Searches the text, even if it was searched last.
    public static func submit(query: String? = nil, client: String? = nil, edit: Int? = nil) -> Self {
        Self("submit", ["query": query, "client": client, "edit": edit])
    }

    /// Empties the text.
    public static func clear(client: String? = nil, edit: Int? = nil) -> Self {
        Self("clear", ["client": client, "edit": edit])
    }
}

extension WidgetIntent where View == SegmentedView {
    /// Chooses a segment; null for none.
    public static func select(key: JSON?) -> Self {
        Self("select", ["key": key.orNull])
    }
}

extension WidgetIntent where View == SortByView {
    /// Searches another index, from its first page.
    public static func select(index: String) -> Self {
        Self("select", ["index": index])
    }
}

/// The widget types that come with SearchBus.
public enum WidgetTypes {
    /// The type of the views of each widget type; records are of any type.
    public static let views: [String: any WidgetView.Type] = [
        "autocomplete": AutocompleteView.self,
        "breadcrumb": BreadcrumbView.self,
        "clear-filters": ClearFiltersView.self,
        "configure": ConfigureView.self,
        "current-filters": CurrentFiltersView.self,
        "date-range": DateRangeView.self,
        "dynamic-facets": DynamicFacetsView.self,
        "filter-list": FilterListView.self,
        "filter-toggle": FilterToggleView.self,
        "geo-hits": GeoHitsView<AnyRecord>.self,
        "hierarchical-menu": HierarchicalMenuView.self,
        "histogram": HistogramView.self,
        "history": HistoryView.self,
        "hits": HitsView<AnyRecord>.self,
        "hits-per-page": HitsPerPageView.self,
        "loading": LoadingView.self,
        "menu": MenuView.self,
        "multi-hits": MultiHitsView.self,
        "number": NumberView.self,
        "number-range": NumberRangeView.self,
        "numeric-menu": NumericMenuView.self,
        "pagination": PaginationView.self,
        "query-rule-data": QueryRuleDataView<AnyRecord>.self,
        "query-suggestions": QuerySuggestionsView.self,
        "rating-menu": RatingMenuView.self,
        "refinement-list": RefinementListView.self,
        "related-items": RelatedItemsView<AnyRecord>.self,
        "relevant-sort": RelevantSortView.self,
        "saved-searches": SavedSearchesView.self,
        "search-box": SearchBoxView.self,
        "segmented": SegmentedView.self,
        "sort-by": SortByView.self,
        "stats": StatsView.self,
    ]
}

extension WidgetConnector where Interactor == AutocompleteInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some AutocompleteController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `breadcrumb`.
///
/// The way to where one is in a hierarchy.
public typealias BreadcrumbInteractor = WidgetInteractor<BreadcrumbView>

/// A widget of the type `breadcrumb` of a session, and a controller, connected while this is held.
public typealias BreadcrumbConnector = WidgetConnector<BreadcrumbInteractor>

extension WidgetConnector where Interactor == BreadcrumbInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some BreadcrumbController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `clear-filters`.
///
/// A button that removes filters.
public typealias FilterClearInteractor = WidgetInteractor<ClearFiltersView>

/// A widget of the type `clear-filters` of a session, and a controller, connected while this is held.
public typealias FilterClearConnector = WidgetConnector<FilterClearInteractor>

extension WidgetConnector where Interactor == FilterClearInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some FilterClearController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `configure`.
///
/// Parameters for an engine: those that a session starts with, and a way to change them.
public typealias ConfigureInteractor = WidgetInteractor<ConfigureView>

/// A widget of the type `configure` of a session, and a controller, connected while this is held.
public typealias ConfigureConnector = WidgetConnector<ConfigureInteractor>

extension WidgetConnector where Interactor == ConfigureInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some ConfigureController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `current-filters`.
///
/// The filters in force, each to remove.
public typealias CurrentFiltersInteractor = WidgetInteractor<CurrentFiltersView>

/// A widget of the type `current-filters` of a session, and a controller, connected while this is held.
public typealias CurrentFiltersConnector = WidgetConnector<CurrentFiltersInteractor>

extension WidgetConnector where Interactor == CurrentFiltersInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some CurrentFiltersController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `date-range`.
///
/// A range of dates, with periods to choose from.
public typealias DateRangeInteractor = RangeInteractor<DateRangeView>

/// A widget of the type `date-range` of a session, and a controller, connected while this is held.
public typealias DateRangeConnector = WidgetConnector<DateRangeInteractor>

extension WidgetConnector where Interactor == DateRangeInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some DateRangeController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `dynamic-facets`.
///
/// The facets that fit a search, in the order that the engine's rules say.
public typealias DynamicFacetListInteractor = WidgetInteractor<DynamicFacetsView>

/// A widget of the type `dynamic-facets` of a session, and a controller, connected while this is held.
public typealias DynamicFacetListConnector = WidgetConnector<DynamicFacetListInteractor>

extension WidgetConnector where Interactor == DynamicFacetListInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some DynamicFacetListController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `filter-list`.
///
/// Filters that the app file gives, to select from.
public typealias FilterListInteractor = WidgetInteractor<FilterListView>

/// A widget of the type `filter-list` of a session, and a controller, connected while this is held.
public typealias FilterListConnector = WidgetConnector<FilterListInteractor>

/// A widget of the type `filter-toggle`.
///
/// A switch between a filter and none, or between two filters.
public typealias FilterToggleInteractor = HandleInteractor<FilterToggleView>

/// A widget of the type `filter-toggle` of a session, and a controller, connected while this is held.
public typealias FilterToggleConnector = WidgetConnector<FilterToggleInteractor>

extension WidgetConnector where Interactor == FilterToggleInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some FilterToggleController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `hierarchical-menu`.
///
/// Categories with their subcategories, along the path that is chosen.
public typealias HierarchicalInteractor = WidgetInteractor<HierarchicalMenuView>

/// A widget of the type `hierarchical-menu` of a session, and a controller, connected while this is held.
public typealias HierarchicalConnector = WidgetConnector<HierarchicalInteractor>

/// A widget of the type `histogram`.
///
/// How many results have which numbers of an attribute, with a range to select.
public typealias HistogramInteractor = RangeInteractor<HistogramView>

/// A widget of the type `histogram` of a session, and a controller, connected while this is held.
public typealias HistogramConnector = WidgetConnector<HistogramInteractor>

/// A widget of the type `history`.
///
/// Undo and redo of all that the session asks for.
public typealias HistoryInteractor = WidgetInteractor<HistoryView>

/// A widget of the type `history` of a session, and a controller, connected while this is held.
public typealias HistoryConnector = WidgetConnector<HistoryInteractor>

extension WidgetConnector where Interactor == HistoryInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some HistoryController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `hits-per-page`.
///
/// A choice of how many results a page has.
public typealias HitsPerPageInteractor = WidgetInteractor<HitsPerPageView>

/// A widget of the type `hits-per-page` of a session, and a controller, connected while this is held.
public typealias HitsPerPageConnector = WidgetConnector<HitsPerPageInteractor>

/// A widget of the type `loading`.
///
/// Whether a search is in flight, and whether it takes long.
public typealias LoadingInteractor = WidgetInteractor<LoadingView>

/// A widget of the type `loading` of a session, and a controller, connected while this is held.
public typealias LoadingConnector = WidgetConnector<LoadingInteractor>

/// A widget of the type `menu`.
///
/// The values of an attribute with their counts, of which one at a time is selected.
public typealias MenuInteractor = WidgetInteractor<MenuView>

/// A widget of the type `menu` of a session, and a controller, connected while this is held.
public typealias MenuConnector = WidgetConnector<MenuInteractor>

extension WidgetConnector where Interactor == MultiHitsInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some MultiHitsController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `number`.
///
/// One number that an attribute is compared with: a slider, a stepper or a date.
public typealias NumberInteractor = HandleInteractor<NumberView>

/// A widget of the type `number` of a session, and a controller, connected while this is held.
public typealias NumberConnector = WidgetConnector<NumberInteractor>

/// A widget of the type `number-range`.
///
/// A range of numbers of an attribute, with the bounds of what there is.
public typealias NumberRangeInteractor = RangeInteractor<NumberRangeView>

/// A widget of the type `number-range` of a session, and a controller, connected while this is held.
public typealias NumberRangeConnector = WidgetConnector<NumberRangeInteractor>

/// A widget of the type `numeric-menu`.
///
/// Ranges of numbers to select from.
public typealias NumericMenuInteractor = WidgetInteractor<NumericMenuView>

/// A widget of the type `numeric-menu` of a session, and a controller, connected while this is held.
public typealias NumericMenuConnector = WidgetConnector<NumericMenuInteractor>

/// A widget of the type `pagination`.
///
/// The pages of the results, to go from one to another.
public typealias PaginationInteractor = WidgetInteractor<PaginationView>

/// A widget of the type `pagination` of a session, and a controller, connected while this is held.
public typealias PaginationConnector = WidgetConnector<PaginationInteractor>

extension WidgetConnector where Interactor == PaginationInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some PaginationController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `query-suggestions`.
///
/// Queries that others have searched, to search by one choice.
public typealias QuerySuggestionsInteractor = WidgetInteractor<QuerySuggestionsView>

/// A widget of the type `query-suggestions` of a session, and a controller, connected while this is held.
public typealias QuerySuggestionsConnector = WidgetConnector<QuerySuggestionsInteractor>

extension WidgetConnector where Interactor == QuerySuggestionsInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some QuerySuggestionsController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `rating-menu`.
///
/// Ratings to choose the least of, with their counts.
public typealias RatingMenuInteractor = HandleInteractor<RatingMenuView>

/// A widget of the type `rating-menu` of a session, and a controller, connected while this is held.
public typealias RatingMenuConnector = WidgetConnector<RatingMenuInteractor>

extension WidgetConnector where Interactor == RatingMenuInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some RatingMenuController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `refinement-list`.
///
/// The values of an attribute with their counts, to select from.
public typealias FacetListInteractor = WidgetInteractor<RefinementListView>

/// A widget of the type `refinement-list` of a session, and a controller, connected while this is held.
public typealias FacetListConnector = WidgetConnector<FacetListInteractor>

/// A widget of the type `relevant-sort`.
///
/// Whether results that match little are left out where they are sorted.
public typealias RelevantSortInteractor = WidgetInteractor<RelevantSortView>

/// A widget of the type `relevant-sort` of a session, and a controller, connected while this is held.
public typealias RelevantSortConnector = WidgetConnector<RelevantSortInteractor>

/// A widget of the type `saved-searches`.
///
/// Searches that are kept under names in a session.
public typealias SavedSearchesInteractor = WidgetInteractor<SavedSearchesView>

/// A widget of the type `saved-searches` of a session, and a controller, connected while this is held.
public typealias SavedSearchesConnector = WidgetConnector<SavedSearchesInteractor>

extension WidgetConnector where Interactor == SavedSearchesInteractor {
    /// Connects a controller that draws the widget.
    public convenience init(session: SearchSession, widget: String, controller: some SavedSearchesController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A widget of the type `search-box`.
///
/// A text field whose text is the query.
public typealias SearchBoxInteractor = QueryInteractor<SearchBoxView>

/// A widget of the type `search-box` of a session, and a controller, connected while this is held.
public typealias SearchBoxConnector = WidgetConnector<SearchBoxInteractor>

/// A widget of the type `segmented`.
///
/// Named filters of which one at a time holds.
public typealias FilterMapInteractor = WidgetInteractor<SegmentedView>

/// A widget of the type `segmented` of a session, and a controller, connected while this is held.
public typealias FilterMapConnector = WidgetConnector<FilterMapInteractor>

/// A widget of the type `sort-by`.
///
/// A choice among indexes that hold the same records in other orders.
public typealias SortByInteractor = WidgetInteractor<SortByView>

/// A widget of the type `sort-by` of a session, and a controller, connected while this is held.
public typealias SortByConnector = WidgetConnector<SortByInteractor>

/// A widget of the type `stats`.
///
/// A line that tells how many results there are, and how long the search took.
public typealias StatsInteractor = WidgetInteractor<StatsView>

/// A widget of the type `stats` of a session, and a controller, connected while this is held.
public typealias StatsConnector = WidgetConnector<StatsInteractor>
