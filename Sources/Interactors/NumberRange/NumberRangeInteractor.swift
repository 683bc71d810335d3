// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A range of numbers on one attribute.
///
/// Bounds, selection and constraint are three things: the bounds come with every answer, made without the widget's own
/// filter, and never filter; the selection is the filter that people set, kept as given even where it reaches outside
/// new bounds.
public struct NumberRangeInteractor: Interactor {
    /// What the widget knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
        var bounds: ClosedRange<Double>?
        var selection: ClosedRange<Double>?

        /// Whether the selection reaches outside of the bounds.
        var isOutside: Bool {
            guard let bounds, let selection else { return false }
            return selection.lowerBound < bounds.lowerBound || selection.upperBound > bounds.upperBound
        }
    }

    public static let type = "number-range"
    public static let intents = ["set-range", "clear"]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let asks: WidgetConnections = .filterState
    public static let parts: ResponseParts = .stats
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .and) + [
            Parameter("range", .any, "The two ends of the range that a session starts with."),
            Parameter("precision", .integer, default: 0, "How many decimals are shown."),
        ]

    private let own: AttributeFilters
    private let title: String
    private let precision: Int
    private let initialRange: ClosedRange<Double>?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        own = try AttributeFilters(widget, values)
        title = widget.title ?? own.attribute
        precision = try values.integer("precision", in: 0...10)
        initialRange = ClosedRange(values["range"])
        guard values["range"].isNull || initialRange != nil else {
            throw ParameterError("range", "is not two numbers in order")
        }
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] {
        own.initial(initialRange.map { [.range(own.attribute, $0)] } ?? [])
    }

    public var needs: SearchNeeds { SearchNeeds(stats: [own.attribute]) }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent) }
        case .results(_, let request, let response):
            // Later pages of a list have the bounds of its first one.
            if state.search.accepts(request), let hits = response.hits, hits.page == 0 {
                state.bounds = hits.stats[own.attribute]
            }
        case .search(_, let request, let progress):
            state.search.note(progress, of: request)
        case .filters(let filters):
            state.selection = own.filters(in: filters).lazy.filter { !$0.isNegated }.compactMap(\.range).first
        case .start:
            break
        }
        return .none
    }

    private func answer(_ intent: Intent) throws -> Effects {
        switch intent.type {
        case "set-range":
            guard let ends = intent.data["range"] else { throw JSONError("`range` is missing") }
            if ends.isNull { return own.set([]) }
            guard let range = ClosedRange(ends) else { throw JSONError("`range` is not two numbers in order") }
            return own.set([.range(own.attribute, range)])
        case "clear":
            return own.set([])
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    public func view(_ state: State) -> JSON {
        state.search.view([
            ("attribute", .string(own.attribute)),
            ("title", .string(title)),
            ("bounds", state.bounds?.json ?? .null),
            ("range", state.selection?.json ?? .null),
            ("outside", .bool(state.isOutside)),
            ("precision", JSON(precision)),
        ])
    }

    public func restore(saved: JSON?, view: JSON?) -> State {
        State(
            search: SearchPhase(saved: saved, view: view),
            bounds: view?["bounds"].flatMap(ClosedRange.init),
            selection: view?["range"].flatMap(ClosedRange.init)
        )
    }
}

extension ClosedRange<Double> {
    /// The range between two numbers in order, or `nil` for anything else.
    fileprivate init?(_ json: JSON) {
        guard let ends = json.array, ends.count == 2, let low = ends[0].double, let high = ends[1].double, low <= high
        else { return nil }
        self = low...high
    }

    /// The two ends.
    fileprivate var json: JSON { [.number(lowerBound), .number(upperBound)] }
}
