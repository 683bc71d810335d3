// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// Plays the cases of a hierarchical menu.
struct HierarchicalPlayer: CasePlayer {
    private static let group = FilterGroup.ID(kind: .hierarchical, name: "_hierarchical")

    private var widget: PlayedWidget<HierarchicalMenuInteractor>
    private var computed: [JSON] = []

    init(given: JSON) throws {
        var parameters = JSONObject([
            ("attributes", try given.required("attributes")), ("group", .string(Self.group.name)),
        ])
        parameters["separator"] = given["separator"]
        widget = try PlayedWidget(given: given, parameters: .object(parameters))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "select-path":
            let choice: JSON = ["value": try data.required("key")]
            computed.append(.array(try widget.computed("select", choice).filters(in: Self.group).map(\.json)))
            try widget.send("select", choice)
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "computed": .array(computed)
        case "selections": widget.view["path"] ?? .null
        default: try widget.session.output(name, expected: expected)
        }
    }
}
