// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The filters in force, each of which can be taken away.
public struct CurrentFiltersInteractor: Interactor {
    /// What the list knows about one session.
    public struct State: Sendable, Hashable {
        var isReady = false
        var items: [Item] = []
    }

    /// A filter in force, and the group that it is in.
    struct Item: Sendable, Hashable {
        let group: FilterGroup.ID
        let filter: Filter
    }

    public static let type = "current-filters"
    public static let intents = ["remove", "clear"]
    public static let connections: WidgetConnections = .filterState
    public static let asks: WidgetConnections = .filterState
    public static let parts: ResponseParts = []
    public static let parameters = FilterScope.parameters

    private let filterState: String
    private let scope: FilterScope

    public init(_ widget: WidgetConfiguration) throws {
        filterState = try widget.requiredFilterState()
        scope = try FilterScope(widget)
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent) }
        case .filters(let filters):
            state = State(isReady: true, items: scope.filters(of: filters).map(Item.init))
        case .start, .results, .search:
            break
        }
        return .none
    }

    private func answer(_ intent: Intent) throws -> Effects {
        switch intent.type {
        case "remove":
            let item = try Item(json: intent.data)
            guard scope.contains(item.filter, in: item.group) else {
                return .rejected("the widget is not about filters on `\(item.filter.attribute)` in this group")
            }
            return .asks(filterState, FilterIntent.remove(item.filter, from: item.group).intent)
        case "clear":
            return .asks(filterState, FilterIntent.clear(scope).intent)
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    public func view(_ state: State) -> JSON {
        ["phase": state.isReady ? "ready" : "idle", "items": .array(state.items.map(\.json))]
    }

    public func restore(saved: JSON?, view: JSON?) -> State {
        State(
            isReady: view?["phase"] == "ready",
            items: (view?["items"]?.array ?? []).compactMap { try? Item(json: $0) }
        )
    }
}

extension CurrentFiltersInteractor.Item: JSONConvertible {
    init(json: JSON) throws {
        group = try FilterGroup.ID(json: json.required("group"))
        filter = try Filter(json: json.required("filter"))
    }

    var json: JSON {
        [
            "attribute": .string(filter.attribute), "label": .string(filter.label), "filter": filter.json,
            "group": group.json,
        ]
    }
}
