// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The values of a facet, with their counts, to select from.
///
/// On a `hits` searcher it lists the attribute's values among the results; on a `facets` searcher it lists the values
/// that match what is typed. What is selected stays listed whatever the results are.
public struct RefinementListInteractor: Interactor {
    /// What the list knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
        /// The values that some result has.
        var facets: [FacetCount] = []
        /// The values that the filter state holds.
        var selected: [FacetValue] = []
        /// The text of a facet search.
        var query: String?
        var isShowingMore = false
        /// What the searcher could not say of the attribute.
        var warning: SearchWarning?
    }

    public static let type = "refinement-list"
    public static let summary = "The values of an attribute with their counts, to select from."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "A value is to be turned around (`value`), or some are to be on or off (`values`, `on`).",
            data: [
                Schema.Member("value", .value, "The value that is turned around."),
                Schema.Member("values", .list(.value, maximum: SessionLimits.filters), "The values."),
                Schema.Member("on", .boolean, "Whether the values are to be selected."),
            ]
        ),
        IntentDeclaration(
            "show-more",
            "More values are to be listed, or fewer again.",
            data: [Schema.Member("on", .boolean, isRequired: true, "Whether more are wanted.")]
        ),
        IntentDeclaration("clear", "Nothing is to be selected."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "What people call it."),
        Schema.Member("operator", .choice(["or", "and"]), isRequired: true, "How several values combine."),
        Schema.Member("items", .list(.facetItem), isRequired: true, "The values in order."),
        Schema.Member("selectedCount", .count, isRequired: true, "How many values are selected."),
        Schema.Member("canShowMore", .boolean, isRequired: true, "Whether there are more to show."),
        Schema.Member("showingMore", .boolean, isRequired: true, "Whether more are shown."),
        Schema.Member("query", .text, "What was searched among the values."),
    ]
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
            Parameter(
                "sortBy",
                .list(.choice(FacetOrder.Criterion.allCases.map(\.rawValue)), maximum: 5),
                default: ["count:desc", "name:asc"],
                "What decides the order: isRefined, count:desc, count:asc, name:asc, name:desc."
            ),
            Parameter("limit", .integer(1...1_000), default: 10, "How many values are listed."),
            Parameter("showMore", .boolean, default: false, "Whether people can ask for more values."),
            Parameter(
                "showMoreLimit",
                .integer(1...1_000),
                default: 50,
                "How many values are listed when more are shown."
            ),
            Parameter("showEmpty", .boolean, default: true, "Whether selected values that no result has are listed."),
        ]

    private let own: AttributeFilters
    private let title: String
    private let isSingle: Bool
    private let initialValues: [FacetValue]
    private let order: FacetOrder
    private let limit: Int
    private let moreLimit: Int
    private let showsEmpty: Bool

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
        order = FacetOrder(values.strings("sortBy") ?? [])
        limit = values.integer("limit")
        moreLimit = values.flag("showMore") ? values.integer("showMoreLimit") : limit
        showsEmpty = values.flag("showEmpty")
        let selected = values.facetValues("selected")
        guard !isSingle || selected.count <= 1 else {
            throw ParameterError("selected", "holds several values, but `selectionMode` is single")
        }
        initialValues = selected
    }

    public var ownIntents: Set<String> { ["show-more"] }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initialValues.map(filter)) }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey] }

    public var needs: SearchNeeds {
        // One more than is listed, to know whether there are more.
        SearchNeeds(facets: [FacetNeed(own.attribute, limit: max(limit, moreLimit) + 1, order: order.need)])
    }

    private func filter(_ value: FacetValue) -> Filter { .facet(own.attribute, value) }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try showMore(intent, &state) }
        case .request(let searcher, let request):
            if state.search.note(request, of: searcher) {
                (state.facets, state.query, state.warning) = ([], nil, nil)
            }
        case .results(let searcher, let request, let response):
            if state.search.accepts(request, of: searcher) { take(response, into: &state) }
        case .search(let searcher, let request, let progress):
            state.search.note(progress, of: request, of: searcher)
        case .filters(let filters):
            state.selected = own.filters(in: filters).compactMap(\.facetValue)
        case .overdue:
            state.search.noteOverdue()
        case .start:
            break
        }
        return .none
    }

    public func isWaiting(_ state: State) -> Bool { state.search.isWaiting }

    private func take(_ response: SearchResponse, into state: inout State) {
        let facets: [FacetCount]
        switch response.content {
        case .hits(let hits):
            facets = hits.facets[own.attribute] ?? []
            state.query = nil
            state.warning = hits.warning(about: own.attribute, besides: [.attributeNotNumeric])
        case .facetValues(let attribute, let values):
            guard attribute == own.attribute else { return }
            facets = values
            state.query = response.query
        }
        var known: Set<FacetValue> = []
        state.facets = facets.filter { $0.count > 0 && known.insert($0.value).inserted }
    }
}

// MARK: - Intents

extension RefinementListInteractor {
    private func showMore(_ intent: Intent, _ state: inout State) throws -> Effects {
        guard intent.type == "show-more" else { return .unknown(intent, to: Self.self) }
        let isOn = try intent.data.requiredBool("on")
        guard moreLimit > limit, isOn != state.isShowingMore else { return .unchanged }
        state.isShowingMore = isOn
        return .applied
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "select": try select(intent.data, &session)
        case "clear": try own.set([], &session)
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
            throw JSONError("`select` needs `value`, or `values` (texts, numbers, truth values) and `on`")
        }
        guard isSingle, isOn else { return try own.change(values.map(filter), isOn: isOn, &session) }
        guard values.count == 1 else { throw JSONError("only one value can be selected here") }
        try own.set(values.map(filter), &session)
    }
}

// MARK: - View

extension RefinementListInteractor {
    public func view(_ state: State) -> JSON {
        let all = items(state)
        let shown = listed(all, state)
        var members: [(String, JSON)] = [
            ("attribute", .string(own.attribute)),
            ("title", .string(title)),
            ("operator", .string(own.group.kind.rawValue)),
            ("items", .array(shown.map(\.json))),
            ("selectedCount", JSON(state.selected.count)),
            ("canShowMore", .bool(!state.isShowingMore && moreLimit > limit && shown.count < all.count)),
            ("showingMore", .bool(state.isShowingMore)),
        ]
        if let query = state.query { members.append(("query", .string(query))) }
        if let warning = state.warning { members.append(("warning", warning.view)) }
        return state.search.view(members)
    }

    /// The values in order, and the selected ones that no result has at count 0, where they are wanted.
    private func items(_ state: State) -> [FacetItem] {
        let counted = Set(state.facets.map(\.value))
        let missing = showsEmpty ? state.selected.filter { !counted.contains($0) } : []
        let selected = Set(state.selected)
        return order.sorted(
            (state.facets + missing.map { FacetCount(value: $0, count: 0) }).map {
                FacetItem(facet: $0, isSelected: selected.contains($0.value))
            }
        )
    }

    /// The values that the limit admits, and the selected ones beyond it.
    private func listed(_ items: [FacetItem], _ state: State) -> [FacetItem] {
        let limit = state.isShowingMore ? moreLimit : limit
        return items.enumerated().filter { $0.offset < limit || $0.element.isSelected }.map(\.element)
    }

    public func save(_ state: State) -> JSON? {
        state.isShowingMore ? ["showingMore": true] : nil
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        state.isShowingMore = saved?["showingMore"]?.bool ?? false
    }
}
