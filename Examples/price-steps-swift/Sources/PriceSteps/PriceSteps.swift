// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// A button for each step of a number, such as a price: `steps: [25, 100]` makes three, up to 25, 25 to 100, from 100.
///
/// A widget that refines owns no filters. It sends intents to its filter state, and shows the filter state,
/// also what others set: another widget on the same attribute, a link, another user of the session.
public struct PriceSteps: Interactor {
    /// What the widget knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
        /// The lowest and highest number that could be selected now.
        var bounds: ClosedRange<Double>?
        /// The filters on the attribute.
        var selected: [Filter] = []
    }

    public static let type = "price-steps"
    public static let intents: [IntentDeclaration] = ["select"]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let asks: WidgetConnections = .filterState
    public static let parts: ResponseParts = .stats
    public static let parameters = [
        Parameter("attribute", .attribute, isRequired: true, "The attribute that is refined."),
        Parameter("steps", .any, isRequired: true, "The numbers between the steps, rising."),
    ]

    private let filterState: String
    private let title: String
    private let attribute: String
    private let group: FilterGroup.ID
    private let steps: [Step]

    /// Makes the interactor from what the app file says.
    ///
    /// - Throws: `ParameterError`, whose message `searchbus up` prints; it then does not start the widget again.
    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        filterState = try widget.requiredFilterState()
        attribute = values.text("attribute")
        guard !attribute.isEmpty else { throw ParameterError("attribute", "is empty") }
        guard let steps = Step.steps(between: values["steps"]) else {
            throw ParameterError("steps", "is not a list of 1 to 20 rising numbers, such as [25, 100, 500]")
        }
        self.steps = steps
        title = widget.title ?? attribute
        group = FilterGroup.ID(kind: .and, name: attribute)
    }

    public var initialState: State { State() }

    public var needs: SearchNeeds { SearchNeeds(stats: [attribute]) }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent) where intent.type == "select":
            return .answering { try select(intent, state) }
        case .intent(let intent):
            return .unknown(intent, to: Self.self)
        case .filters(let filters):
            state.selected = filters.filters(in: group, attribute: attribute)
        case .request(let searcher, let request):
            if state.search.note(request, of: searcher) { state.bounds = nil }
        case .search(let searcher, let request, let progress):
            state.search.note(progress, of: request, of: searcher)
        case .results(let searcher, let request, let response):
            if state.search.accepts(request, of: searcher) { state.bounds = response.hits?.stats[attribute] }
        case .overdue:
            state.search.noteOverdue()
        case .start, .session, .reset:
            break
        }
        return .none
    }

    /// Asks the filter state for one step's range; for none where the step is selected already.
    private func select(_ intent: Intent, _ state: State) throws -> Effects {
        guard let number = intent.data["step"]?.int, steps.indices.contains(number) else {
            return .rejected(
                "`step` is not a whole number from 0 to \(steps.count - 1)",
                remedy: "Send {\"step\": 0}."
            )
        }
        let filters = [steps[number].filter(on: attribute)]
        let wanted = state.selected == filters ? [] : filters
        return .asks(filterState, FilterIntent.set(wanted, attribute: attribute, in: group).intent)
    }

    public func isWaiting(_ state: State) -> Bool { state.search.isWaiting }

    public func view(_ state: State) -> JSON {
        let steps = steps.enumerated().map { number, step -> JSON in
            [
                "step": JSON(number), "label": .string(step.label),
                "selected": .bool(state.selected == [step.filter(on: attribute)]),
            ]
        }
        return state.search.view([
            ("title", .string(title)),
            ("attribute", .string(attribute)),
            ("bounds", state.bounds.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? .null),
            ("steps", .array(steps)),
        ])
    }
}
