// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Plays the cases of a filter state.
struct FilterStatePlayer: CasePlayer {
    private var filters: PlayedFilters

    init(given: JSON) throws {
        filters = try PlayedFilters(preloaded: try given.list("filters"))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        try filters.play(command, data)
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "contains":
            return .array(try (expected.array ?? []).map(answer))
        case "removed":
            return .array(filters.removals.map(JSON.bool))
        case "disjunctive-attributes":
            return JSON(disjunctiveAttributes)
        case "facet-values":
            return facetValues
        case "legacy":
            return .array(try filters.state.sortedAsInCases.groups.map { try $0.legacyNotation })
        default:
            return try filters.output(name)
        }
    }

    private func answer(_ question: JSON) throws -> JSON {
        let filter = try Filter(notation: try question.required("filter"))
        let groups = try question["group"].map { [try FilterGroup.ID(json: $0)] } ?? filters.state.groups.map(\.id)
        var answer = question.object ?? JSONObject()
        answer["expected"] = .bool(groups.contains { filters.state.contains(filter, in: $0) })
        return .object(answer)
    }

    private var facetAttributes: Set<String> {
        Set(
            filters.state.groups.flatMap(\.filters)
                .filter { $0.facetValue != nil && $0.attribute != Filter.tagAttribute }
                .map(\.attribute)
        )
    }

    /// The attributes whose values are counted as if some of their filters were not there.
    private var disjunctiveAttributes: [String] {
        let flat = FilterState(groups: filters.state.groups.filter { $0.id.kind != .hierarchical })
        return facetAttributes.filter { flat.counting($0) != flat }.sorted()
    }

    private var facetValues: JSON {
        .object(
            JSONObject(
                facetAttributes.sorted().map { attribute in
                    let values = filters.state.selectedValues(of: attribute).map { $0.string ?? $0.text }
                    return (attribute, JSON(values))
                }
            )
        )
    }
}
