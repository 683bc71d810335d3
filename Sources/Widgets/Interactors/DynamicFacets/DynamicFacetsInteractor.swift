// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The facets that an engine's rules show for a search, in their order; without such rules, those of the app file.
public struct DynamicFacetsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var ordering: FacetOrdering?
        var counts: [String: [FacetCount]] = [:]
        var selected: [String: [FacetValue]] = [:]
    }

    public static let type = "dynamic-facets"
    public static let summary = "The facets that fit a search, in the order that the engine's rules say."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Toggles a value (`value`), or switches several on or off (`values`, `on`).",
            data: [
                attributeMember, Schema.Member("value", .value, "The value to toggle."),
                Schema.Member("values", .list(.value, maximum: 1_000), "Values."),
                Schema.Member("on", .boolean, "Whether to select them."),
            ]
        ),
        IntentDeclaration("clear", "Deselects all values of an attribute.", data: [attributeMember]),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("facets", .list(facet), isRequired: true, "The attributes shown, in order.")
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .facets
    public static let parameters = [
        Parameter(
            "attributes",
            .list(DynamicFacet.schema, maximum: 50),
            isRequired: true,
            "The attributes that may be shown: names, or objects with `attribute` and what is special about it."
        ),
        Parameter(
            "order",
            .list(.attribute, maximum: 50),
            "The attributes that are shown without a rule; all by default."
        ),
        Parameter("values", .map(FacetOrdering.Rule.schema), "The order of values without a rule, by attribute."),
        Parameter(
            "selectionMode",
            .choice(["single", "multiple"]),
            default: "single",
            "Whether several values can be selected or one at a time."
        ),
        Parameter("operator", .choice(["or", "and"]), default: "and", "How several values of an attribute combine."),
        Parameter("limit", .integer(1...1_000), default: 10, "How many values of an attribute are listed."),
    ]

    private static let attributeMember =
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute.")
    private static let facet = Schema.object(
        "AttributedFacets",
        "An attribute with its values, as the engine's rules order them.",
        [
            Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
            Schema.Member("title", .text, isRequired: true, "The displayed title."),
            Schema.Member("multiple", .boolean, isRequired: true, "Whether several values can be selected."),
            Schema.Member("items", .list(.facetItem), isRequired: true, "The values in order."),
            Schema.Member("selectedCount", .count, isRequired: true, "How many values are selected."),
        ]
    )

    private let facets: [DynamicFacet]
    private let ownOrdering: FacetOrdering
    private let limit: Int

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        let filterState = try widget.requiredFilterState()
        facets = (values["attributes"].array ?? []).map {
            DynamicFacet(
                $0,
                filterState: filterState,
                isSingle: values.text("selectionMode") == "single",
                kind: values.text("operator") == "or" ? .or : .and
            )
        }
        let known = facets.map(\.attribute)
        guard !known.isEmpty else { throw ParameterError("attributes", "is empty") }
        guard Set(known).count == known.count else { throw ParameterError("attributes", "has an attribute twice") }
        let order = values.strings("order") ?? known
        if let other = order.first(where: { !known.contains($0) }) {
            throw ParameterError("order", "has `\(other)`, which is not among the `attributes`")
        }
        let rules = (values["values"].object?.members ?? []).map {
            ($0.key, FacetOrdering.Rule(parameter: $0.value))
        }
        ownOrdering = FacetOrdering(attributes: order, rules: Dictionary(rules) { first, _ in first })
        limit = values.integer("limit")
    }

    public var permalinkKeys: [PermalinkScheme.Key] { facets.map(\.filters.permalinkKey) }

    public var needs: SearchNeeds {
        // A rule may put any value first.
        SearchNeeds(facets: Set(facets.map { FacetNeed($0.attribute, limit: max(limit, 100)) }))
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .filters(let filters):
            for facet in facets {
                state.selected[facet.attribute] = facet.filters.filters(in: filters).compactMap(\.facetValue)
            }
        default:
            break
        }
        switch state.search.take(input) {
        case .answer(let response, _, _):
            guard let hits = response.hits else { break }
            state.ordering = hits.remarks.facetOrdering
            state.counts = hits.facets.mapValues { counts in
                var known: Set<FacetValue> = []
                return counts.filter { $0.count > 0 && known.insert($0.value).inserted }
            }
        case .cleared:
            (state.ordering, state.counts) = (nil, [:])
        case nil:
            break
        }
        return .none
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) { state.search.restore(from: view) }
}

// MARK: - Intents

extension DynamicFacetsInteractor {
    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let name = try intent.data.requiredString("attribute")
        guard let facet = facets.first(where: { $0.attribute == name }) else {
            throw SearchBusError(
                .invalidIntent,
                "`\(name)` is not an attribute of the widget",
                remedy: "Send one of: \(facets.map(\.attribute).joined(separator: ", "))."
            )
        }
        switch intent.type {
        case "select": try select(intent.data, of: facet, &session)
        case "clear": try facet.filters.set([], &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    private func select(_ data: JSON, of facet: DynamicFacet, _ session: inout SessionEdit) throws {
        if data["value"] != nil { return try facet.toggle(try data.requiredFacetValue("value"), &session) }
        let values = try data.facetValues("values")
        guard !values.isEmpty, let isOn = data["on"]?.bool else {
            throw JSONError("`select` needs `value`, or `values` (texts, numbers, booleans) and `on`")
        }
        let filters = values.map(facet.filter)
        guard facet.isSingle, isOn else { return try facet.filters.change(filters, isOn: isOn, &session) }
        guard values.count == 1 else { throw JSONError("only one value can be selected here") }
        try facet.filters.set(filters, &session)
    }
}

// MARK: - View

extension DynamicFacetsInteractor {
    public func view(_ state: State) -> JSON {
        let ordering = state.ordering ?? ownOrdering
        var shown = ordering.attributes.compactMap { name in facets.first { $0.attribute == name } }
        // What is selected does not vanish with the rule that showed it.
        shown += facets.filter { facet in
            state.selected[facet.attribute]?.isEmpty == false && !shown.contains { $0.attribute == facet.attribute }
        }
        let views = shown.compactMap { view(of: $0, ordering.rules[$0.attribute], state) }
        return state.search.view([("facets", .array(views))])
    }

    private func view(of facet: DynamicFacet, _ rule: FacetOrdering.Rule?, _ state: State) -> JSON? {
        let selected = state.selected[facet.attribute] ?? []
        let counts = state.counts[facet.attribute] ?? []
        guard !counts.isEmpty || !selected.isEmpty else { return nil }
        var listed = Array((rule ?? FacetOrdering.Rule()).ordered(counts).prefix(limit))
        for value in selected where !listed.contains(where: { $0.value == value }) {
            listed.append(counts.first { $0.value == value } ?? FacetCount(value: value, count: 0))
        }
        guard !listed.isEmpty else { return nil }
        let items = listed.map { FacetItem(facet: $0, isSelected: selected.contains($0.value)).json }
        return [
            "attribute": .string(facet.attribute), "title": .string(facet.title), "multiple": .bool(!facet.isSingle),
            "items": .array(items), "selectedCount": JSON(selected.count),
        ]
    }
}
