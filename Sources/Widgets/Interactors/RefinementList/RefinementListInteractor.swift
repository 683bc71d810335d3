// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The values of a facet, with their counts, to select from.
///
/// On a `hits` searcher it lists the attribute's values among the results; on a `facets` searcher it lists the values
/// that match what is typed. What is selected stays listed whatever the results are. Where values can be excluded, what is
/// excluded is negated filters in the and-group of the same name: of several values that are not wanted none may be there.
public struct RefinementListInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var answers = FacetAnswers()
        var valueSearch = ValueSearch.State()
        var selected: [FacetValue] = []
        /// The values whose negation the filter state holds.
        var excluded: [FacetValue] = []
        var isShowingMore = false

        var facets: [FacetCount] { answers.facets }
    }

    public static let type = "refinement-list"
    public static let summary = "The values of an attribute with their counts, to select from."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Toggles a value (`value`), or switches several on or off (`values`, `on`).",
            data: [
                Schema.Member("value", .value, "The value that is toggled."),
                Schema.Member("values", .list(.value, maximum: SessionLimits.filters), "The values."),
                Schema.Member("on", .boolean, "Whether to select the values."),
            ]
        ),
        IntentDeclaration(
            "set",
            "Includes or excludes a value, or neither; `exclude` only if `exclusion` is on.",
            data: [
                Schema.Member("value", .value, isRequired: true, "The value."),
                Schema.Member(
                    "state",
                    .facetState,
                    isRequired: true,
                    "The value's new state."
                ),
            ]
        ),
        FacetListing.showMoreIntent,
        ValueSearch.intent,
        IntentDeclaration("clear", "Deselects all values."),
    ]
    public static let viewMembers: [Schema.Member]? =
        [
            Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
            Schema.Member("title", .text, isRequired: true, "The displayed title."),
            Schema.Member("operator", .choice(["or", "and"]), isRequired: true, "How several values combine."),
            Schema.Member("items", .list(.facetItem), isRequired: true, "The values in order."),
            Schema.Member("selectedCount", .count, isRequired: true, "How many values are selected."),
            Schema.Member("excludedCount", .count, "How many values are excluded, where they can be."),
            Schema.Member("query", .text, "What was searched among the values."),
        ] + FacetListing.viewMembers + ValueSearch.viewMembers
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .filterState]
    public static let parts: ResponseParts = .facets
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .or) + [
            Parameter(
                "selectionMode",
                .choice(["multiple", "single"]),
                default: "multiple",
                "Whether several values can be selected or one at a time."
            ),
            Parameter(
                "selected",
                .list(.value, maximum: 1_000),
                default: [],
                "The values that are selected when a session starts."
            ),
            Parameter("exclusion", .boolean, default: false, "Whether values can be excluded as well."),
            Parameter("showEmpty", .boolean, default: true, "Whether selected values that no result has are listed."),
        ] + FacetListing.parameters(sortBy: [.countDescending, .nameAscending], moreLimit: 50) + ValueSearch.parameters

    private let own: AttributeFilters
    private let title: String
    private let isSingle: Bool
    private let initialValues: [FacetValue]
    private let listing: FacetListing
    private let valueSearch: ValueSearch
    private let showsEmpty: Bool
    private let canExclude: Bool

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        own = try AttributeFilters(
            widget,
            values,
            type: values["attribute"].string == Filter.tagAttribute ? .tag : .facet
        )
        title = widget.title ?? own.attribute
        isSingle = values.text("selectionMode") == "single"
        listing = FacetListing(values)
        valueSearch = try ValueSearch(values, of: widget)
        showsEmpty = values.flag("showEmpty")
        canExclude = values.flag("exclusion")
        let selected = values.facetValues("selected")
        guard !isSingle || selected.count <= 1 else {
            throw ParameterError("selected", "holds several values, but `selectionMode` is single")
        }
        initialValues = selected
    }

    public var ownIntents: Set<String> { ["show-more"] }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initialValues.map(filter)) }

    public var permalinkKeys: [PermalinkScheme.Key] {
        guard canExclude, excluding.group != own.group else { return [own.permalinkKey] }
        return [own.permalinkKey, excluding.permalinkKey(named: "not-\(own.attribute)")]
    }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds { SearchNeeds(facets: [listing.need(of: own.attribute)]) }

    /// Where the negated filters are: all of them must hold, so they are in an and-group.
    private var excluding: AttributeFilters { own.inAndGroup }

    private func filter(_ value: FacetValue) -> Filter { .facet(own.attribute, value) }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent) where intent.type == "show-more":
            return .answering { try listing.showMore(intent, &state.isShowingMore) }
        case .filters(let filters):
            state.selected = own.filters(in: filters).compactMap(\.facetValue)
            state.excluded = canExclude ? excluding.negatedFilters(in: filters).compactMap(\.facetValue) : []
        default:
            guard !valueSearch.take(input, &state.valueSearch) else { break }
            state.answers.take(input, about: own.attribute)
        }
        return .none
    }

    /// The text that values are searched for is a request's.
    public var showsRequests: Bool { valueSearch.searcher != nil }

    public func isWaiting(_ state: State) -> Bool {
        state.answers.search.isWaiting || state.valueSearch.answers.search.isWaiting
    }
}

// MARK: - Intents

extension RefinementListInteractor {
    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "select": try select(intent.data, &session)
        case "set": try set(intent.data, &session)
        case "search": try valueSearch.search(intent.data, &session)
        case "clear":
            try own.set([], &session)
            if canExclude { try excluding.setNegated([], &session) }
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    /// Turns one value around (`value`), or switches some on or off (`values`, `on`).
    private func select(_ data: JSON, _ session: inout SessionEdit) throws {
        if data["value"] != nil {
            let value = try data.requiredFacetValue("value")
            guard isSingle else { return try own.toggle(filter(value), &session) }
            let isSelected = own.filters(in: try session.filters(own.filterState)).contains(filter(value))
            return try own.set(isSelected ? [] : [filter(value)], &session)
        }
        let values = try data.facetValues("values")
        guard !values.isEmpty, let isOn = data["on"]?.bool else {
            throw JSONError("`select` needs `value`, or `values` (texts, numbers, booleans) and `on`")
        }
        guard isSingle, isOn else { return try own.change(values.map(filter), isOn: isOn, &session) }
        guard values.count == 1 else { throw JSONError("only one value can be selected here") }
        try own.set(values.map(filter), &session)
    }

    /// Makes one value wanted, not wanted, or of no matter.
    private func set(_ data: JSON, _ session: inout SessionEdit) throws {
        let filter = filter(try data.requiredFacetValue("value"))
        guard let choice = FacetItem.Choice(rawValue: try data.requiredString("state")) else {
            throw JSONError("`state` is not none, include or exclude")
        }
        guard choice != .exclude || canExclude else { throw JSONError("values cannot be excluded here") }
        if canExclude {
            let others = excluding.negatedFilters(in: try session.filters(own.filterState)).filter {
                $0 != filter.negated
            }
            let wasExcluded = excluding.negatedFilters(in: try session.filters(own.filterState)).contains(
                filter.negated
            )
            if wasExcluded != (choice == .exclude) {
                try excluding.setNegated(choice == .exclude ? others + [filter.negated] : others, &session)
            }
        }
        if isSingle, choice == .include { return try own.set([filter], &session) }
        try own.change([filter], isOn: choice == .include, &session)
    }
}

// MARK: - View

extension RefinementListInteractor {
    public func view(_ state: State) -> JSON {
        let all = listing.items(
            valueSearch.facets(
                state.valueSearch,
                insteadOf: state.facets,
                chosen: state.selected + state.excluded
            ),
            selected: state.selected,
            excluded: state.excluded,
            showsEmpty: showsEmpty
        )
        let shown = listing.listed(all, isShowingMore: state.isShowingMore)
        var members: [(String, JSON)] = [
            ("attribute", .string(own.attribute)),
            ("title", .string(title)),
            ("operator", .string(own.group.kind.rawValue)),
            ("items", .array(shown.map { canExclude ? $0.jsonWithState : $0.json })),
            ("selectedCount", JSON(state.selected.count)),
        ]
        if canExclude { members.append(("excludedCount", JSON(state.excluded.count))) }
        members += listing.view(listed: shown.count, of: all.count, isShowingMore: state.isShowingMore)
        members += valueSearch.view(state.valueSearch)
        if let query = state.answers.query { members.append(("query", .string(query))) }
        if let warning = state.answers.warning { members.append(("warning", warning.view)) }
        return state.answers.search.view(members)
    }

    public func save(_ state: State) -> JSON? { FacetListing.save(isShowingMore: state.isShowingMore) }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.answers.search.restore(from: view)
        valueSearch.restore(&state.valueSearch, from: view)
        state.isShowingMore = FacetListing.isShowingMore(saved: saved)
    }
}
