// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// How many results have which numbers of an attribute, as bars, and a range of them to select.
///
/// The bars span the bounds: those of the results without the widget's own filter, or those of the app file. Values are counted among the results; so while a
/// range is selected, how many there are outside of it is unknown, and not shown.
public struct HistogramInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var bounds: ClosedRange<Double>?
        /// The numbers of the results with their counts.
        var numbers: [Number] = []
        var selection: NumberSelection?
        var warning: SearchWarning?
    }

    struct Number: Sendable, Hashable {
        let value: Double
        let count: Int
    }

    public static let type = "histogram"
    public static let summary = "How many results have which numbers of an attribute, with a range to select."
    public static let place = WidgetPlace.side
    public static let intents = [
        .setRange,
        IntentDeclaration("clear", "Deselects the range."),
    ]
    public static let viewMembers: [Schema.Member]? =
        NumberLimits.rangeMembers + [
            Schema.Member(
                "bars",
                .list(
                    .object(
                        "HistogramBar",
                        "How many results have numbers between two.",
                        [
                            Schema.Member("from", .number, isRequired: true, "The lowest number."),
                            Schema.Member("to", .number, isRequired: true, "The highest number."),
                            Schema.Member(
                                "count",
                                .nullable(.count),
                                isRequired: true,
                                "How many there are, where known."
                            ),
                            Schema.Member(
                                "inside",
                                .boolean,
                                isRequired: true,
                                "Whether the selection reaches into it."
                            ),
                        ]
                    ),
                    maximum: 100
                ),
                isRequired: true,
                "The bars in order."
            )
        ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = [.facets, .stats]
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .and) + [
            NumberLimits.parameter,
            Parameter("buckets", .integer(5...100), default: 20, "The maximum number of bars."),
            Parameter(
                "precision",
                .integer(NumberPrecision.searched),
                "How many decimals the numbers have; without it, as many as those found."
            ),
        ]

    private let own: AttributeFilters
    private let title: String
    private let buckets: Int
    private let precision: Int?
    private let limits: NumberLimits

    public init(_ widget: WidgetConfiguration) throws {
        let values: ParameterValues
        (values, own, title) = try AttributeFilters.ofNumbers(widget, Self.parameters)
        buckets = values.integer("buckets")
        precision = values["precision"].int
        limits = try NumberLimits(values)
    }

    public var initialState: State { State() }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey(within: limits)] }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds {
        SearchNeeds(facets: [FacetNeed(own.attribute, limit: 1_000)], stats: [own.attribute])
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "set-range":
            try own.setRange(intent.data, within: limits, &session)
        case "clear": try own.set([], &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state.selection = NumberSelection(own.filters(in: filters)) }
        switch state.search.take(input) {
        case nil: break
        case .cleared: (state.bounds, state.numbers, state.warning) = (nil, [], nil)
        case .answer(let response, _, _):
            state.bounds = response.hits?.stats[own.attribute]
            state.numbers = Self.numbers(response.hits?.facets[own.attribute] ?? [])
            state.warning = response.hits?.warning(about: own.attribute, besides: [])
        }
        return .none
    }

    /// The values that are numbers; texts and booleans of the same attribute have no position on the scale.
    private static func numbers(_ facets: [FacetCount]) -> [Number] {
        facets.compactMap { facet in
            guard facet.count > 0, let value = facet.value.double, value.isFinite else { return nil }
            return Number(value: value, count: facet.count)
        }
    }

    public func view(_ state: State) -> JSON {
        let bounds = limits.bounds(found: state.bounds)
        let selected = NumberSelection.viewMembers(of: state.selection, in: bounds)
        let members: [(String, JSON)] =
            [("attribute", .string(own.attribute)), ("title", .string(title))] + selected
            + NumberLimits.viewMembers(found: state.bounds)
            + [("bars", .array(bounds.map { bars($0, state) } ?? []))]
        return state.search.view(members, warning: state.warning)
    }

    private func bars(_ bounds: ClosedRange<Double>, _ state: State) -> [JSON] {
        let numbers = state.numbers.map(\.value)
        let decimals = precision ?? NumberPrecision.decimals(of: numbers + [bounds.lowerBound, bounds.upperBound])
        let parts = HistogramBuckets(bounds, most: buckets, decimals: decimals)
        var counts = Array(repeating: 0, count: parts.count)
        for number in state.numbers {
            if let part = parts.part(of: number.value) { counts[part] += number.count }
        }
        return counts.indices.map { part in
            let ends = parts.ends(of: part)
            let isInside = state.selection.map { $0.overlaps(ends.from...ends.to) } ?? true
            return [
                "from": .number(ends.from), "to": .number(ends.to),
                "count": isInside ? JSON(counts[part]) : .null, "inside": .bool(isInside),
            ]
        }
    }
}
