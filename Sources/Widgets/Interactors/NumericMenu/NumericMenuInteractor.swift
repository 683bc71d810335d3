// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Ranges of numbers that the app file gives, of which one or several hold.
///
/// Where one holds at a time, it takes the place of whatever else compares the attribute in the group, such as the range of a
/// slider that shares it. Several are alternatives, in an or-group; other filters there are left alone.
public struct NumericMenuInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var isReady = false
        /// What the filter state holds of the attribute.
        var filters: [Filter] = []
    }

    private struct Item {
        let label: String
        /// The ends; `nil` for all numbers.
        let range: NumberSelection?
        let filter: Filter?
    }

    public static let type = "numeric-menu"
    public static let summary = "Ranges of numbers to select from."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Selects a range, null for none; where several can be selected, toggles it, or sets it to `on`.",
            data: [
                Schema.Member(
                    "range",
                    .nullable(.range(isOpen: true)),
                    isRequired: true,
                    "The range, as an item has it."
                ),
                Schema.Member("on", .boolean, "Whether to select it."),
            ]
        ),
        IntentDeclaration("clear", "Deselects all ranges."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("multiple", .boolean, isRequired: true, "Whether several ranges can be selected."),
        .list(
            "items",
            of: "NumericMenuItem",
            "A range of numbers in a menu.",
            [
                Schema.Member("label", .text, isRequired: true, "The range as displayed."),
                Schema.Member(
                    "range",
                    .nullable(.range(isOpen: true)),
                    isRequired: true,
                    "Its ends; null for all."
                ),
                Schema.Member("selected", .boolean, isRequired: true, "Whether it is selected."),
            ],
            "The ranges in order."
        ),
    ]
    public static let connections: WidgetConnections = .filterState
    public static let parts: ResponseParts = []
    public static let parameters =
        AttributeFilters.placeParameters + [
            Parameter(
                "items",
                .list(
                    .object([
                        Schema.Member("label", .text(maximum: 1_000), "The displayed label; its ends by default."),
                        Schema.Member("start", .number, "The lowest number; without it, there is none."),
                        Schema.Member("end", .number, "The highest number; without it, there is none."),
                    ]),
                    maximum: 100
                ),
                isRequired: true,
                "The ranges, both ends included; one without ends stands for all numbers."
            ),
            Parameter("multiple", .boolean, default: false, "Whether several ranges can be selected."),
        ]

    private let own: AttributeFilters
    private let title: String
    private let items: [Item]
    private let isMultiple: Bool

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        isMultiple = values.flag("multiple")
        own = try AttributeFilters(widget, values, type: .numeric, kind: isMultiple ? .or : .and)
        title = widget.title ?? own.attribute
        let attribute = own.attribute
        items = try (values["items"].array ?? []).map { try Self.item($0, attribute) }
        guard !items.isEmpty else { throw ParameterError("items", "is empty") }
        guard Set(items.map(\.range)).count == items.count else { throw ParameterError("items", "has a range twice") }
    }

    private static func item(_ json: JSON, _ attribute: String) throws -> Item {
        let (low, high) = (json["start"]?.double, json["end"]?.double)
        if let low, let high, low > high { throw ParameterError("items", "has a range that ends before it starts") }
        let range = NumberSelection(lower: low, upper: high)
        let label = json["label"]?.string ?? range?.label ?? "All"
        return Item(label: label, range: range, filter: range?.filters(on: attribute).first)
    }

    public var initialState: State { State() }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey] }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "select": try select(intent.data, &session)
        case "clear": try clear(&session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    private func select(_ data: JSON, _ session: inout SessionEdit) throws {
        let ends = try data.present("range")
        let range = ends.isNull ? nil : try NumberSelection(ends)
        guard let range else { return try clear(&session) }
        guard let filter = items.first(where: { $0.range == range })?.filter else {
            throw JSONError(
                "`range` is not one of this menu's: \(items.compactMap(\.range?.json.text).joined(separator: ", "))"
            )
        }
        let isOn = data["on"]?.bool
        guard isMultiple else {
            guard isOn == false else { return try own.set([filter], &session) }
            return try own.change([filter], isOn: false, &session)
        }
        guard let isOn else { return try own.toggle(filter, &session) }
        try own.change([filter], isOn: isOn, &session)
    }

    private func clear(_ session: inout SessionEdit) throws {
        guard isMultiple else { return try own.set([], &session) }
        try own.change(items.compactMap(\.filter), isOn: false, &session)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state = State(isReady: true, filters: own.filters(in: filters)) }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let inForce = Set(state.filters)
        return [
            "phase": state.isReady ? "ready" : "idle",
            "attribute": .string(own.attribute),
            "title": .string(title),
            "multiple": .bool(isMultiple),
            "items": .array(
                items.map { item in
                    [
                        "label": .string(item.label), "range": item.range?.json ?? .null,
                        "selected": .bool(item.filter.map(inForce.contains) ?? inForce.isEmpty),
                    ]
                }
            ),
        ]
    }
}
