// SPDX-License-Identifier: MIT

import Interactors
import Wire

/// Counts the results of a searcher since the last reset.
///
/// This is all the logic of the widget. The host that runs it keeps one `State` a session, folds the log's events in
/// their order, and appends the view whenever it changed: nothing in here knows of sockets, files or clocks.
public struct SumSearches: Interactor {
    /// What the widget knows about one session.
    public struct State: Sendable, Hashable {
        public var sum = 0
    }

    public static let type = "sum-searches"
    public static let intents: [IntentDeclaration] = ["reset"]
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher]

    /// Makes the interactor from what the app file says; it takes no parameters beyond `searcher`.
    public init(_ widget: WidgetConfiguration) throws {
        _ = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .results:
            state.sum += 1
            return .none
        case .intent(let intent) where intent.type == "reset":
            guard state.sum > 0 else { return .unchanged }
            state.sum = 0
            return .applied
        case .intent(let intent):
            return .unknown(intent, to: Self.self)
        default:
            return .none
        }
    }

    /// The whole of what a controller draws.
    ///
    /// A count is never waited for, so the view is always `ready`.
    public func view(_ state: State) -> JSON {
        ["phase": "ready", "sum": JSON(state.sum)]
    }

    /// The view says all there is to know, so nothing else need be saved.
    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.sum = view?["sum"]?.int ?? 0
    }
}
