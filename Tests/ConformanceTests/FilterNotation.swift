// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

@testable import HTTPBackend

extension Filter {
    /// Reads a filter of a case.
    init(notation json: JSON) throws {
        guard json["score"] == nil else { throw Missing("score") }
        try self.init(json: json)
    }

    /// The filter in the notation of the cases.
    var notation: String {
        let name = Self.quoted(attribute)
        let text =
            switch condition {
            case .facet(.string(let value)): "\(name):\(Self.quoted(value))"
            case .facet(let value): "\(name):\(value.double.map { "\($0)" } ?? value.text)"
            case .comparison(let comparison, let value): "\(name) \(comparison.rawValue) \(value)"
            case .range(let range): "\(name):\(range.lowerBound) TO \(range.upperBound)"
            }
        return isNegated ? "NOT \(text)" : text
    }

    /// What a case calls the type of the filter, where a group is named after it.
    var typeNotation: String { json["type"]?.string ?? "" }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\\\""))\""
    }
}

extension FilterGroup {
    /// The group in the notation of the cases.
    var notation: String {
        "( \(filters.map(\.notation).joined(separator: id.kind == .or ? " OR " : " AND ")) )"
    }

    /// The group as a unit of the older notation, of the conditions that a search service is sent.
    var legacyNotation: JSON {
        get throws {
            let encoding = try FilterEncoding([FilterState(groups: [self])])
            let conditions = (encoding.facetFilters + encoding.numericFilters).flatMap { $0.array ?? [$0] }
            return [id.kind == .or ? "or" : "and": .array(conditions)]
        }
    }
}

extension FilterState {
    /// The groups in the notation of the cases; `null` where there is none.
    var notation: JSON {
        isEmpty ? .null : .string(groups.map(\.notation).joined(separator: " AND "))
    }

    /// The state with its groups and filters in the order in which the cases print them.
    var sortedAsInCases: FilterState {
        let sorted = groups.sorted {
            $0.id.name == $1.id.name ? $0.id.kind == .or && $1.id.kind != .or : $0.id.name < $1.id.name
        }
        return FilterState(
            groups: sorted.map { FilterGroup(id: $0.id, filters: $0.filters.sorted { $0.notation < $1.notation }) }
        )
    }
}
