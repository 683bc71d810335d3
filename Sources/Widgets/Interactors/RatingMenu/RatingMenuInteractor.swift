// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Ratings "so many and up", each with how many results have it.
///
/// The counts are those of the values in the results, added up from the best. While a rating is selected, the results have none
/// below it; so how many there would be with a lower one is unknown, and not shown.
public struct RatingMenuInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var counts: [Double: Int]?
        /// The least rating that the filter state asks for.
        var selected: Double?
        var warning: SearchWarning?
    }

    public static let type = "rating-menu"
    public static let summary = "Ratings to choose the least of, with their counts."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Sets the minimum rating; null for any.",
            data: [Schema.Member("value", .nullable(.number), isRequired: true, "The rating, from 1.")]
        ),
        IntentDeclaration("clear", "Removes the rating filter."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("max", .integer(1...20), isRequired: true, "The highest rating."),
        Schema.Member("selected", .nullable(.number), isRequired: true, "The lowest rating that results must have."),
        Schema.Member(
            "range",
            .nullable(.range(isOpen: false)),
            isRequired: true,
            "The lowest and the highest rating."
        ),
        Schema.Member(
            "points",
            .list(
                .choice(
                    ["full", "partial", "empty"],
                    "RatingPoint",
                    "How much of a star is drawn.",
                    words: ["partial": "Half a star or more."]
                )
            ),
            isRequired: true,
            "The stars of the least rating; one that is half or more is partial."
        ),
        .list(
            "items",
            of: "Rating",
            "A rating to choose as the least.",
            [
                Schema.Member("value", .integer(1...20), isRequired: true, "The lowest rating."),
                Schema.Member("count", .nullable(.count), isRequired: true, "How many have it, where known."),
                Schema.Member("selected", .boolean, isRequired: true, "Whether it is the one selected."),
            ],
            "The ratings, the best first."
        ),
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .facets
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .and) + [
            Parameter("max", .integer(1...20), default: 5, "The highest rating."),
            Parameter("value", .integer(1...20), "The lowest rating that a session starts with."),
        ]

    private let own: AttributeFilters
    private let title: String
    private let best: Int
    private let initialValue: Int?

    public init(_ widget: WidgetConfiguration) throws {
        let values: ParameterValues
        (values, own, title) = try AttributeFilters.ofNumbers(widget, Self.parameters)
        best = values.integer("max")
        initialValue = values["value"].int
        guard initialValue ?? 0 <= best else { throw ParameterError("value", "is more than `max`, \(best)") }
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initialValue.map { [filter(Double($0))] } ?? []) }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey] }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds {
        SearchNeeds(facets: [FacetNeed(own.attribute, limit: 1_000, order: .nameDescending)])
    }

    private func filter(_ value: Double) -> Filter { .comparison(own.attribute, .greaterOrEqual, value) }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "select" where intent.data["value"]?.isNull == true, "clear": try own.set([], &session)
        case "select":
            let value = try intent.data.requiredDouble("value")
            guard value > 0, value <= Double(best) else {
                throw JSONError("`value` is not above 0 and at most \(best)")
            }
            try own.set([filter(value)], &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state.selected = NumberSelection(own.filters(in: filters))?.lower }
        switch state.search.take(input) {
        case nil: break
        case .cleared: (state.counts, state.warning) = (nil, nil)
        case .answer(let response, _, _):
            state.warning = response.hits?.warning(about: own.attribute, besides: [.attributeNotNumeric])
            state.counts = state.warning == nil ? response.hits?.facets[own.attribute].map(Self.counts) : nil
        }
        return .none
    }

    /// How many results have each number; other values have no rating.
    private static func counts(_ facets: [FacetCount]) -> [Double: Int] {
        var counts: [Double: Int] = [:]
        for facet in facets where facet.count > 0 {
            if let number = facet.value.double { counts[number] = facet.count }
        }
        return counts
    }

    public func view(_ state: State) -> JSON {
        let members: [(String, JSON)] = [
            ("attribute", .string(own.attribute)),
            ("title", .string(title)),
            ("max", JSON(best)),
            ("selected", state.selected.map(JSON.number) ?? .null),
            ("range", state.selected.map { [.number($0), .number(max($0, Double(best)))] } ?? .null),
            ("points", .array((1...best).map { point(Double($0), of: state.selected ?? 0) })),
            ("items", .array((1...best).reversed().map { item(Double($0), state) })),
        ]
        return state.search.view(members, warning: state.warning)
    }

    /// What a star shows of a rating.
    private func point(_ point: Double, of rating: Double) -> JSON {
        if point <= rating.rounded(.down) { return "full" }
        return rating - (point - 1) >= 0.5 ? "partial" : "empty"
    }

    private func item(_ value: Double, _ state: State) -> JSON {
        let isKnown = value >= state.selected ?? value
        let count = state.counts.map { counts in counts.reduce(0) { $1.key >= value ? $0 + $1.value : $0 } }
        return [
            "value": .number(value), "count": isKnown ? count.map { JSON($0) } ?? .null : .null,
            "selected": .bool(state.selected == value),
        ]
    }
}
