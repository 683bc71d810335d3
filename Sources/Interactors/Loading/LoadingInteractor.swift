// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Shows whether an answer is awaited.
public struct LoadingInteractor: Interactor {
    /// What the indicator knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
    }

    public static let type = "loading"
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let parts: ResponseParts = []

    public init(_ widget: WidgetConfiguration) throws {
        _ = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent): return .unknown(intent, to: Self.self)
        case .request(let searcher, let request): state.search.note(request, of: searcher)
        case .results(let searcher, let request, _): _ = state.search.accepts(request, of: searcher)
        case .search(let searcher, let request, let progress): state.search.note(progress, of: request, of: searcher)
        case .overdue: state.search.noteOverdue()
        case .start, .filters: break
        }
        return .none
    }

    public func isWaiting(_ state: State) -> Bool { state.search.isWaiting }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) { state.search.restore(from: view) }

    public func view(_ state: State) -> JSON {
        let phase = state.search.phase
        return state.search.view([
            ("loading", .bool(phase == .loading || phase == .stalled)),
            ("stalled", .bool(phase == .stalled)),
        ])
    }
}
