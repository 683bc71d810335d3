// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Plays the cases of one filter.
struct FilterPlayer: CasePlayer {
    private var filter: Filter

    init(given: JSON) throws {
        filter = try Filter(notation: try given.required("filter"))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "negate" else { throw Missing.command(command) }
        filter = Filter(attribute: filter.attribute, condition: filter.condition, isNegated: !filter.isNegated)
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "filter-string": .string(filter.notation)
        case "negated": .bool(filter.isNegated)
        case "legacy":
            [try FilterGroup(id: FilterGroup.ID(kind: .and, name: ""), filters: [filter]).legacyNotation]
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of groups of filters that are given as they are.
struct FilterGroupsPlayer: CasePlayer {
    private let state: FilterState

    init(given: JSON) throws {
        state = FilterState(groups: try given.list("groups").map(FilterGroup.init(notation:)))
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "filter-string": state.notation
        case "legacy": .array(try state.groups.map { try $0.legacyNotation })
        default: throw Missing.output(name)
        }
    }
}

extension FilterGroup {
    /// Reads a group of a case.
    init(notation json: JSON) throws {
        self.init(id: try ID(json: json), filters: try json.list("filters").map(Filter.init(notation:)))
    }
}
