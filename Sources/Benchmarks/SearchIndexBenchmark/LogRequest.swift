// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A line of a query log: what a screen asks after one keystroke.
struct LogRequest {
    /// What sort of line it is, such as `one letter`.
    let kind: String
    let request: SearchRequest

    /// Reads a line: `query`, `facets`, perhaps `refine` (an attribute and a value, the list of which is or), perhaps
    /// `range` (an attribute, `min` and `max`).
    ///
    /// - Throws: `JSONError` for an invalid line.
    init(json: JSON, index: String) throws {
        kind = try json.requiredString("kind")
        var groups: [FilterGroup] = []
        if let refine = json["refine"] {
            let attribute = try refine.requiredString("attribute")
            let filter = Filter.facet(attribute, .text(try refine.requiredString("value")))
            groups.append(FilterGroup(id: .init(kind: .or, name: attribute), filters: [filter]))
        }
        if let range = json["range"] {
            let attribute = try range.requiredString("attribute")
            guard let low = range["min"]?.double, let high = range["max"]?.double, low <= high else {
                throw JSONError("`range` has no `min` and `max` in order")
            }
            groups.append(FilterGroup(id: .init(kind: .and, name: attribute), filters: [.range(attribute, low...high)]))
        }
        request = SearchRequest(
            index: index,
            query: try json.requiredString("query"),
            filters: FilterState(groups: groups),
            facets: try json.strings("facets").map { FacetNeed($0) }
        )
    }
}
