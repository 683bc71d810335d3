// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A range of numbers on one attribute.
///
/// Bounds, selection and constraint are three things: the bounds come with every answer, made without the widget's own
/// filter, or are the app file's, and never filter; the selection is the filter that people set, kept as given even where it
/// reaches outside new bounds of the results. Either end of a selection may be open: `[null, 50]` follows the lower bound.
public struct NumberRangeInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var bounds: ClosedRange<Double>?
        var selection: NumberSelection?
        /// What the searcher could not say of the attribute.
        var warning: SearchWarning?
    }

    public static let type = "number-range"
    public static let summary = "A range of numbers of an attribute, with the bounds of what there is."
    public static let place = WidgetPlace.side
    public static let intents = [
        .setRange,
        IntentDeclaration("clear", "Deselects the range."),
    ]
    public static let viewMembers: [Schema.Member]? =
        NumberLimits.rangeMembers + [
            Schema.Member("precision", .integer(0...10), isRequired: true, "How many decimals a step has.")
        ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .stats
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .and) + [
            Parameter("range", .range(isOpen: true), "The two ends of the range that a session starts with."),
            NumberLimits.parameter,
            Parameter(
                "precision",
                .integer(0...10),
                "How many decimals a step has; without it, as many as the bounds, where it takes them. What is typed is kept as it is."
            ),
        ]

    private let own: AttributeFilters
    private let title: String
    private let precision: Int?
    private let limits: NumberLimits
    private let initialSelection: NumberSelection?

    public init(_ widget: WidgetConfiguration) throws {
        let values: ParameterValues
        (values, own, title) = try AttributeFilters.ofNumbers(widget, Self.parameters)
        precision = values["precision"].int
        limits = try NumberLimits(values)
        initialSelection = values["range"].isNull ? nil : try NumberSelection(values["range"], of: "range")
        if let range = limits.range, initialSelection?.isOutside(range) == true {
            throw ParameterError("range", "reaches outside of `bounds`")
        }
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] {
        own.initial(initialSelection?.filters(on: own.attribute) ?? [])
    }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey(within: limits)] }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds { SearchNeeds(stats: [own.attribute]) }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "set-range":
            try own.setRange(intent.data, within: limits, &session)
        case "clear":
            try own.set([], &session)
        default:
            throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state.selection = NumberSelection(own.filters(in: filters)) }
        switch state.search.take(input) {
        case nil: break
        case .cleared: (state.bounds, state.warning) = (nil, nil)
        case .answer(let response, _, _):
            guard let hits = response.hits else { break }
            state.bounds = hits.stats[own.attribute]
            state.warning = hits.warning(about: own.attribute, besides: [.attributeNotCounted, .facetCut])
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let bounds = limits.bounds(found: state.bounds)
        let selected = NumberSelection.viewMembers(of: state.selection, in: bounds)
        let members: [(String, JSON)] =
            [("attribute", .string(own.attribute)), ("title", .string(title))] + selected
            + NumberLimits.viewMembers(found: state.bounds)
            + [("precision", JSON(precision ?? bounds.map { NumberPrecision.decimals(within: $0, most: 10) } ?? 0))]
        return state.search.view(members, warning: state.warning)
    }
}
