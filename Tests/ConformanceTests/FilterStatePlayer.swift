// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Plays the cases of a filter state.
struct FilterStatePlayer: CasePlayer {
    private var session: PlayedSession

    init(given: JSON) throws {
        session = try PlayedSession(filters: try given.list("filters"))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        try session.play(command, data)
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "contains":
            return .array(try (expected.array ?? []).map(answer))
        case "removed":
            return .array(session.removals.map(JSON.bool))
        case "group-contents":
            return .array(try (expected.array ?? []).map(contents))
        case "facet-values":
            let attributes = expected.object?.keys ?? []
            return .object(JSONObject(attributes.map { ($0, values(of: $0)) }))
        default:
            return try session.output(name, expected: expected)
        }
    }

    private func answer(_ question: JSON) throws -> JSON {
        let filter = try Filter(notation: try question.required("filter"))
        let group = try question["group"].map { try FilterGroup.ID(json: $0) }
        var answer = question.object ?? JSONObject()
        let contains = group.map { session.filters.contains(filter, in: $0) } ?? session.filters.contains(filter)
        answer["expected"] = .bool(contains)
        return .object(answer)
    }

    private func contents(_ question: JSON) throws -> JSON {
        let named = try FilterScope.Group(notation: question["group"] ?? question)
        let filters = session.filters.filters(in: named.id).filter { named.type == nil || named.type == $0.type }
        var answer = question.object ?? JSONObject()
        answer["filters"] = .array(filters.map(\.json))
        return .object(answer)
    }

    private func values(of attribute: String) -> JSON {
        .array(session.filters.selectedValues(of: attribute).map { .string($0.label) })
    }
}
