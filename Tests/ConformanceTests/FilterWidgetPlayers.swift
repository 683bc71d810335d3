// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Plays the cases of the filters in force.
struct CurrentFiltersPlayer: CasePlayer {
    private var widget: PlayedWidget<CurrentFiltersInteractor>

    init(given: JSON) throws {
        let groups = try given["groups"].map { _ -> JSON in
            ["groups": .array(try given.list("groups").map { try FilterScope.Group(notation: $0).json })]
        }
        widget = try PlayedWidget(given: given, parameters: groups ?? [:])
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "remove-item": try widget.send("remove", data)
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard name == "items" else { return try widget.session.output(name) }
        return .array(
            try (widget.view["items"]?.array ?? []).map { item in
                [
                    "filter": try item.required("filter"),
                    "group": try Self.notation(ofGroup: item),
                    "text": try item.required("label"),
                ]
            }
        )
    }

    /// The group of an item; the cases name an or-group after its filters, too.
    private static func notation(ofGroup item: JSON) throws -> JSON {
        guard var group = try item.required("group").object else { throw JSONError("a group is not an object") }
        if group["kind"] == "or" {
            group["filter-type"] = .string(try Filter(json: try item.required("filter")).type.rawValue)
        }
        return .object(group)
    }
}

/// Plays the cases of the button that removes filters.
struct FilterClearPlayer: CasePlayer {
    private var widget: PlayedWidget<ClearFiltersInteractor>

    init(given: JSON) throws {
        let groups = try given.list("groups").map { try FilterScope.Group(notation: $0).json }
        let parameters: JSON = ["groups": .array(groups), "except": .bool(given["mode"] == "except")]
        widget = try PlayedWidget(given: given, parameters: groups.isEmpty ? [:] : parameters)
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "clear": try widget.send("clear")
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON { try widget.session.output(name) }
}
