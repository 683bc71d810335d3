// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The active filters, each of which can be removed.
public struct CurrentFiltersInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var isReady = false
        var items: [Item] = []
    }

    struct Item: Sendable, Hashable {
        let group: FilterGroup.ID
        let filter: Filter
    }

    public static let type = "current-filters"
    public static let summary = "The filters in force, each to remove."
    public static let intents = [
        IntentDeclaration(
            "remove",
            "Removes a filter.",
            data: [
                Schema.Member("group", .group, isRequired: true, "The group that it is in."),
                Schema.Member("filter", .filter, isRequired: true, "The filter."),
            ]
        ),
        IntentDeclaration("clear", "Removes all filters that the widget covers."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        .list(
            "items",
            of: "CurrentFilter",
            "A filter in force.",
            [
                Schema.Member("attribute", .text, isRequired: true, "The attribute."),
                Schema.Member("label", .text, isRequired: true, "The filter as displayed."),
                Schema.Member("filter", .filter, isRequired: true, "The filter."),
                Schema.Member("group", .group, isRequired: true, "The group that it is in."),
            ],
            "The filters, in the order of the filter state."
        )
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
        switch intent.type {
        case "remove":
            let item = try Item(json: intent.data)
            guard scope.contains(item.filter, in: item.group) else {
                throw JSONError("the widget is not about filters on `\(item.filter.attribute)` in this group")
            }
            try FilterIntent.remove(item.filter, from: item.group).change(&session, of: filterState)
        case "clear":
            try FilterIntent.clear(scope).change(&session, of: filterState)
        default:
            throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input {
            // What is optional leaves nothing out; it is shown to those who name its group only.
            let items = scope.filters(of: filters).filter { scope.groups != nil || $0.group.kind != .optional }
            state = State(isReady: true, items: items.map(Item.init))
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        ["phase": state.isReady ? "ready" : "idle", "items": .array(state.items.map(\.json))]
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
