// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Interactors
import SearchModel
import Wire

@testable import Backends

extension Filter {
    /// Reads a filter of a case.
    init(notation json: JSON) throws {
        try self.init(json: json)
    }
}

extension FilterGroup {
    /// Reads a group of a case.
    init(notation json: JSON) throws {
        self.init(id: try ID(json: json), filters: try json.list("filters").map(Filter.init(notation:)))
    }
}

extension FilterScope.Group {
    /// Reads a group that a case names: an or-group with the type of its filters.
    init(notation json: JSON) throws {
        let type = try json["filter-type"].map(FilterType.init(json:))
        self.init(try FilterGroup.ID(json: json), type: type)
    }
}

extension FilterState {
    /// An output that a case asks of a filter state; `nil` for one that it does not have.
    func output(_ name: String, expected: JSON) -> JSON? {
        switch name {
        case "filter-string": JSON(FilterText.text(of: self))
        case "legacy": LegacyFilters(self).json
        case "is-empty": .bool(isEmpty)
        case "disjunctive-attributes": JSON(disjunctiveAttributes.sorted())
        case "hierarchical-attributes": JSON(hierarchy?.attributes ?? [])
        case "hierarchical-path": .array((hierarchy?.filters ?? []).map(\.json))
        default: nil
        }
    }

    /// The attributes of which a record needs one of several values: their values are counted as if none was chosen.
    var disjunctiveAttributes: Set<String> {
        let chosen = groups.filter { $0.id.kind == .or }.flatMap(\.filters).filter { $0.type == .facet }
        return Set(chosen.map(\.attribute))
    }

    private var hierarchy: FilterGroup? { groups.first { $0.id.kind == .hierarchical } }
}
