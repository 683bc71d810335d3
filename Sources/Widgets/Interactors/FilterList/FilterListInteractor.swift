// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Filters of the app file to select from: on facet values, numbers or tags.
public struct FilterListInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var isReady = false
        /// Those of the filters that the filter state holds.
        var inForce: Set<Filter> = []
    }

    public static let type = "filter-list"
    public static let summary = "Filters that the app file gives, to select from."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Toggles a filter of the list; with `on`, switches it on or off.",
            data: [
                Schema.Member("filter", .filter, isRequired: true, "The filter."),
                Schema.Member("on", .boolean, "Whether to select it."),
            ]
        ),
        IntentDeclaration("clear", "Deselects all filters of the list."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("multiple", .boolean, isRequired: true, "Whether several filters can be selected."),
        .list(
            "items",
            of: "ListedFilter",
            "A filter that the app file gives, to be selected.",
            [
                Schema.Member("label", .text, isRequired: true, "The filter as displayed."),
                Schema.Member("filter", .filter, isRequired: true, "The filter."),
                Schema.Member("selected", .boolean, isRequired: true, "Whether it is selected."),
            ],
            "The filters in order."
        ),
        Schema.Member("selectedCount", .count, isRequired: true, "How many of them are selected."),
    ]
    public static let connections: WidgetConnections = .filterState
    public static let parts: ResponseParts = []
    public static let parameters =
        [
            Parameter(
                "items",
                .list(
                    .object(
                        LabelledFilter.members + [
                            Schema.Member("selected", .boolean, "Whether it is selected when a session starts.")
                        ]
                    ),
                    maximum: 200
                ),
                isRequired: true,
                "The filters."
            ),
            Parameter(
                "selectionMode",
                .choice(["multiple", "single"]),
                "Whether several filters can hold; without it, several unless all of them compare numbers."
            ),
        ] + GivenFilters.parameters(defaultOperator: .or)

    private let own: GivenFilters
    private let items: [LabelledFilter]
    private let initiallySelected: [Filter]
    private let isSingle: Bool
    private let title: String

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        let given = values["items"].array ?? []
        guard !given.isEmpty else { throw ParameterError("items", "is empty") }
        items = try ParameterError.reading("items") { try given.map(LabelledFilter.init(json:)) }
        guard Set(items.map(\.filter)).count == items.count else {
            throw ParameterError("items", "has a filter twice")
        }
        own = try GivenFilters(widget, values, items.map(\.filter))
        isSingle = (values.string("selectionMode") ?? Self.mode(of: items.map(\.filter.type))) == "single"
        initiallySelected = zip(items, given).filter { $0.1["selected"]?.bool == true }.map(\.0.filter)
        title = widget.title ?? own.group.name
        guard !isSingle || initiallySelected.count <= 1 else {
            throw ParameterError("items", "has several that are selected, but one at a time can be")
        }
    }

    /// How many filters of these types can hold where the app file does not say.
    static func mode(of types: [FilterType]) -> String {
        types.allSatisfy { $0 == .numeric } ? "single" : "multiple"
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initiallySelected) }

    public var permalinkKeys: [PermalinkScheme.Key] { own.permalinkKeys }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "select": try select(intent.data, &session)
        case "clear": try own.set([], &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    private func select(_ data: JSON, _ session: inout SessionEdit) throws {
        let filter = try Filter(json: try data.required("filter"))
        guard own.filters.contains(filter) else { throw JSONError("the filter is not in this list") }
        let isOn = try data["on"]?.bool ?? !session.filters(own.filterState).contains(filter, in: own.group)
        if isSingle { return try own.set(isOn ? [filter] : [], &session) }
        try own.set(filter, isOn: isOn, &session)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state = State(isReady: true, inForce: own.inForce(in: filters)) }
        return .none
    }

    public func view(_ state: State) -> JSON {
        [
            "phase": state.isReady ? "ready" : "idle",
            "title": .string(title),
            "multiple": .bool(!isSingle),
            "items": .array(
                items.map { item in
                    [
                        "label": .string(item.label), "filter": item.filter.json,
                        "selected": .bool(state.inForce.contains(item.filter)),
                    ]
                }
            ),
            "selectedCount": JSON(state.inForce.count),
        ]
    }
}
