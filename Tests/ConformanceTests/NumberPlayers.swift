// SPDX-License-Identifier: MIT

import Interactors
import Wire

/// Plays the cases of one number that is compared.
struct NumberPlayer: CasePlayer {
    private let given: JSON
    private let parameters: JSONObject
    private var widget: PlayedWidget<NumberInteractor>

    init(given: JSON) throws {
        let connection = given["connection"] ?? [:]
        let attribute = connection["attribute"]?.string ?? "attribute"
        var parameters =
            JSON.connection(connection, attribute: attribute, defaultOperator: "and").object ?? JSONObject()
        parameters["comparison"] = connection["comparison"]
        parameters["value"] = given["item"]
        self.given = given
        self.parameters = parameters
        widget = try Self.widget(given, parameters)
    }

    private static func widget(_ given: JSON, _ parameters: JSONObject) throws -> PlayedWidget<NumberInteractor> {
        try PlayedWidget(given: given, parameters: .object(parameters), isConnected: given["connection"] != nil)
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "set-bounds":
            // Bounds that are given by hand are the app file's, so they are there from the beginning.
            guard widget.session.changes == 0 else { throw Missing("bounds that are given later") }
            let bounds = try data.list("bounds")
            var parameters = parameters
            (parameters["min"], parameters["max"]) = (bounds.first, bounds.last)
            widget = try Self.widget(given, parameters)
        case "set-number": try widget.send("set", ["value": data["number"] ?? .null])
        case "increment", "decrement":
            var members = JSONObject()
            (members["by"], members["begin"]) = (data["by"], data["default"])
            try widget.send(command, .object(members))
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "item": widget.view["value"] ?? .null
        case "bounds": widget.view["bounds"] ?? .null
        case "query-facets": JSON(widget.widget.needs.stats.sorted())
        default: try widget.session.output(name)
        }
    }
}

/// Plays the cases of a rating.
struct NumberRatingPlayer: CasePlayer {
    private var widget: PlayedWidget<RatingMenuInteractor>

    init(given: JSON) throws {
        var parameters = JSONObject([("attribute", "rating")])
        parameters["max"] = given["maximum"]
        widget = try PlayedWidget(given: given, parameters: .object(parameters))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "tap-point": try widget.send("select", ["value": try data.required("point")])
        case "set-value": try widget.send("select", ["value": try data.required("value")])
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "value": widget.view["selected"] ?? .null
        case "range", "points": widget.view[name] ?? .null
        default: throw Missing.output(name)
        }
    }
}
