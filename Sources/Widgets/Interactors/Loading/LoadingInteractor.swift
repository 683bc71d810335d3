// SPDX-License-Identifier: MIT

import Wire

/// Shows whether an answer is awaited.
public struct LoadingInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
    }

    public static let type = "loading"
    public static let summary = "Whether a search is in flight, and whether it takes long."
    public static let place = WidgetPlace.top
    public static let intents: [IntentDeclaration] = []
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("loading", .boolean, isRequired: true, "Whether a search in flight is slow enough to show."),
        Schema.Member("stalled", .boolean, isRequired: true, "Whether the search has taken longer than 200 ms."),
    ]
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let parts: ResponseParts = []

    public init(_ widget: WidgetConfiguration) throws {
        _ = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        _ = state.search.take(input)
        return .none
    }

    public func view(_ state: State) -> JSON {
        let phase = state.search.phase
        return state.search.view([
            ("loading", .bool(phase == .loading || phase == .stalled)),
            ("stalled", .bool(phase == .stalled)),
        ])
    }
}
