// SPDX-License-Identifier: MIT

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
        case "search-response": try widget.answer(.init(notation: try data.required("response")))
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "computed": .array(computed)
        case "selections": widget.view["path"] ?? .null
        case "levels": .array(levels(widget.view["items"]?.array ?? []))
        case "view-items": .array(rows(widget.view["items"]?.array ?? [], level: 0))
        default: try widget.session.output(name, expected: expected)
        }
    }

    /// The lists of values, each below the value that is selected in the one before it.
    private func levels(_ items: [JSON]) -> [JSON] {
        let below = items.flatMap { $0["items"]?.array ?? [] }
        let level = JSON.array(items.map { ["value": $0["value"] ?? .null, "count": $0["count"] ?? .null] })
        return [level] + (below.isEmpty ? [] : levels(below))
    }

    /// The values in one list, each before those below it.
    private func rows(_ items: [JSON], level: Int) -> [JSON] {
        items.flatMap { item in
            [["value": item["value"] ?? .null, "level": JSON(level), "selected": item["selected"] ?? .null]]
                + rows(item["items"]?.array ?? [], level: level + 1)
        }
    }
}
