// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

/// Plays the cases of a range of numbers.
struct NumberRangePlayer: CasePlayer {
    private let attribute: String
    private var widget: PlayedWidget<NumberRangeInteractor>
    private var events: [JSON] = []

    init(given: JSON) throws {
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
        widget = try PlayedWidget(
            given: given,
            parameters: .connection(connection, attribute: attribute, defaultOperator: "and"),
            preloaded: preloaded,
            isConnected: given["connection"] != nil
        )
        if let bounds = given["bounds"]?.array { try answer(bounds: bounds) }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        let before = widget.session.changes
        switch command {
        case "set-range":
            let range = data["range"] ?? .null
            events.append(["range-computed", range])
            try widget.send("set-range", ["range": range])
        case "set-bounds":
            try answer(bounds: try data.list("bounds"))
            events.append(["bounds-computed", widget.view["bounds"] ?? .null])
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

    private mutating func answer(bounds: [JSON]) throws {
        let ends: JSON = bounds.count == 2 ? ["min": bounds[0], "max": bounds[1]] : .null
        let stats: JSON = [attribute: ends]
        try widget.answer(try .init(notation: ["hits": [], "facets_stats": stats]))
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "item": widget.view["range"] ?? .null
        case "bounds": widget.view["bounds"] ?? .null
        case "events": .array(events)
        case "query-facets": JSON(widget.widget.needs.stats.sorted())
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
