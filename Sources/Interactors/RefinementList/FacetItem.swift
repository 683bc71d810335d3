// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A facet value in a list.
struct FacetItem: Sendable, Hashable {
    let facet: FacetCount
    let isSelected: Bool

    var value: FacetValue { facet.value }
    var count: Int { facet.count }
    var label: String { facet.value.label }

    var json: JSON {
        var object = JSONObject([
            ("value", value.json), ("label", .string(label)), ("count", JSON(count)), ("selected", .bool(isSelected)),
        ])
        if let highlighted = facet.highlighted { object["highlighted"] = highlighted.json }
        return .object(object)
    }
}
