// SPDX-License-Identifier: MIT

import SearchModel
import Wire

@testable import Interactors

/// Plays the cases of a range of numbers.
struct NumberRangePlayer: CasePlayer {
    private let given: JSON
    private let attribute: String
    private var widget: PlayedWidget<NumberRangeInteractor>
    private var events: [JSON] = []
    /// How many changes of the filters there were before bounds were given.
    private var changesBefore = 0

    init(given: JSON) throws {
        self.given = given
        let connection = given["connection"] ?? [:]
        attribute = connection["attribute"]?.string ?? "attribute"
        var preloaded: [JSON] = []
        if let range = given["item"], !range.isNull {
            preloaded.append([
                "filter": ["type": "numeric", "attribute": .string(attribute), "range": range],
                "group": [
                    "kind": connection["operator"] ?? "and", "name": connection["group-name"] ?? .string(attribute),
                ],
            ])
        }
        widget = try Self.widget(given, given["bounds"] ?? .null, filters: try given.list("filter-state") + preloaded)
    }

    /// Given bounds are those of the app file; changes of them do not change the filters.
    private static func widget(
        _ given: JSON,
        _ bounds: JSON,
        filters: [JSON]
    ) throws -> PlayedWidget<NumberRangeInteractor> {
        let connection = given["connection"] ?? [:]
        let attribute = connection["attribute"]?.string ?? "attribute"
        let parameters = JSON.connection(connection, attribute: attribute, defaultOperator: "and")
        var members = parameters.object ?? JSONObject()
        members["bounds"] = bounds
        return try PlayedWidget(
            given: ["filter-state": .array(filters)],
            parameters: .object(members),
            isConnected: given["connection"] != nil
        )
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        let before = widget.session.changes
        switch command {
        case "set-range":
            let choice: JSON = ["range": data["range"] ?? .null]
            let filters = try widget.computed("set-range", choice).groups.flatMap(\.filters)
            let own = filters.filter { $0.attribute == attribute && $0.type == .numeric }
            events.append(["range-computed", NumberSelection(own)?.json ?? .null])
            try widget.send("set-range", choice)
        case "set-bounds":
            changesBefore += before
            let filters = widget.session.filters.groups.flatMap { group in
                group.filters.map { ["filter": $0.json, "group": group.id.json] as JSON }
            }
            widget = try Self.widget(given, data["bounds"] ?? .null, filters: filters)
            return events.append(["bounds-computed", widget.view["bounds"] ?? .null])
        case "search-response":
            try widget.answer(try .init(notation: try data.required("response")))
            events.append(["bounds-computed", widget.view["bounds"] ?? .null])
        case "filter-state":
            try widget.change(try data.list("do"))
        default:
            throw Missing.command(command)
        }
        if widget.session.changes > before { events.append(["item-changed", widget.view["range"] ?? .null]) }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "item": widget.view["range"] ?? .null
        case "bounds": widget.view["bounds"] ?? .null
        case "events": .array(events)
        case "query-facets": JSON(widget.widget.needs.stats.sorted())
        case "change-events": JSON(changesBefore + widget.session.changes)
        default: try widget.session.output(name)
        }
    }
}

extension JSON {
    /// The parameters of a widget that say where its filters are.
    static func connection(_ connection: JSON, attribute: String, defaultOperator: String) -> JSON {
        var parameters = JSONObject([
            ("attribute", .string(attribute)),
            ("operator", connection["operator"] ?? .string(defaultOperator)),
        ])
        parameters["group"] = connection["group-name"]
        return .object(parameters)
    }
}
