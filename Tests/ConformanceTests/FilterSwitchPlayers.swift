// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Plays the cases of a switch with one filter.
struct FilterTogglePlayer: CasePlayer {
    private var widget: PlayedWidget<FilterToggleInteractor>

    init(given: JSON) throws {
        let connection = given["connection"] ?? [:]
        var parameters = JSONObject([
            ("on", try Filter(notation: try given.required("filter")).json),
            ("operator", connection["operator"] ?? "or"),
        ])
        parameters["group"] = connection["group-name"]
        parameters["selected"] = given["selected"]
        widget = try PlayedWidget(
            given: given,
            parameters: .object(parameters),
            isConnected: given["connection"] != nil
        )
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "toggle": try widget.send("toggle")
        case "set-selected": try widget.send("set", ["on": try data.required("selected")])
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        name == "selected" ? widget.view["on"] ?? .null : try widget.session.output(name)
    }
}

/// Plays the cases of filters of which one at a time holds.
struct FilterMapPlayer: CasePlayer {
    private var widget: PlayedWidget<SegmentedInteractor>

    init(given: JSON) throws {
        let connection = given["connection"] ?? [:]
        let items = try given.required("items").object?.members ?? []
        var parameters = JSONObject([
            (
                "items",
                .object(
                    JSONObject(try items.map { ($0.key, ["filter": try Filter(notation: $0.value).json] as JSON) })
                )
            ),
            ("operator", connection["operator"] ?? "or"),
        ])
        parameters["group"] = connection["group-name"] ?? connection["attribute"]
        parameters["selected"] = given["selected"]
        widget = try PlayedWidget(
            given: given,
            parameters: .object(parameters),
            isConnected: given["connection"] != nil
        )
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "select-segment": try widget.send("select", ["key": data["key"] ?? .null])
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard name == "selected" else { return try widget.session.output(name) }
        let key = widget.view["selected"] ?? .null
        return key.string.flatMap(Int.init).map { JSON($0) } ?? key
    }
}
