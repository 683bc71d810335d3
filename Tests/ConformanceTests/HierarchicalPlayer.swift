// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// Plays the cases of a hierarchical menu that are about where one is in the hierarchy, which its filter state knows.
struct HierarchicalPlayer: CasePlayer {
    private static let group = FilterGroup.ID(kind: .hierarchical, name: "_hierarchical")

    private let separator: String
    private var session: PlayedSession
    private var computed: [JSON] = []

    init(given: JSON) throws {
        separator = given["separator"]?.string ?? HierarchyPath.defaultSeparator
        session = try PlayedSession(filters: [])
        try session.send(.setPath(nil, levels: given.strings("attributes"), in: Self.group))
        _ = try session.endTurn()
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "select-path":
            let path = HierarchyPath(try data.requiredString("key"), separator: separator)
            try session.send(.togglePath(.value(path), in: Self.group))
            _ = try session.endTurn()
            computed.append(.array(self.path.map(\.json)))
        case "filter-state":
            try session.play(try data.list("do"))
            _ = try session.endTurn()
        default: throw Missing.command(command)
        }
    }

    private var path: [Filter] { session.filters.filters(in: Self.group) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "computed": .array(computed)
        case "selections": .array(path.compactMap { $0.facetValue?.json })
        default: try session.output(name, expected: expected)
        }
    }
}
