// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A button that removes every filter, or those of some groups and attributes.
public struct ClearFiltersInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var isReady = false
        var count = 0
    }

    public static let type = "clear-filters"
    public static let summary = "A button that removes filters."
    public static let place = WidgetPlace.side
    public static let intents = [IntentDeclaration("clear", "Removes the filters that the widget covers.")]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("enabled", .boolean, isRequired: true, "Whether there is anything to remove."),
        Schema.Member("count", .count, isRequired: true, "How many filters it would remove."),
    ]
    public static let connections: WidgetConnections = .filterState
    public static let parts: ResponseParts = []
    public static let parameters = FilterScope.parameters

    private let filterState: String
    private let scope: FilterScope

    public init(_ widget: WidgetConfiguration) throws {
        filterState = try widget.requiredFilterState()
        scope = try FilterScope(widget)
    }

    public var initialState: State { State() }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        try FilterIntent.clear(scope).change(&session, of: filterState)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input {
            state = State(isReady: true, count: scope.filters(of: filters).count)
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        [
            "phase": state.isReady ? "ready" : "idle",
            "enabled": .bool(state.count > 0),
            "count": JSON(state.count),
        ]
    }
}
