// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchModel
import Wire

@testable import Backends

/// Plays the cases of one filter.
struct FilterPlayer: CasePlayer {
    private var filter: Filter

    init(given: JSON) throws {
        filter = try Filter(notation: try given.required("filter"))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "negate" else { throw Missing.command(command) }
        filter = filter.negated
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "filter-string": .string(FilterText.text(of: filter))
        case "negated": .bool(filter.isNegated)
        case "legacy": LegacyFilters(filter).json
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of groups of filters that are given as they are.
struct FilterGroupsPlayer: CasePlayer {
    private let groups: [FilterGroup]

    init(given: JSON) throws {
        groups = try given.list("groups").map(FilterGroup.init(notation:))
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "filter-string": JSON(FilterText.text(of: groups))
        case "legacy": LegacyFilters(groups).json
        default: throw Missing.output(name)
        }
    }
}
