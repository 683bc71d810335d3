// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A facet value in a list.
struct FacetItem: Sendable, Hashable {
    /// What the filters say of a value.
    enum Choice: String, Sendable, Hashable {
        case none
        case include
        case exclude
    }

    let facet: FacetCount
    let choice: Choice

    init(facet: FacetCount, choice: Choice) {
        self.facet = facet
        self.choice = choice
    }

    init(facet: FacetCount, isSelected: Bool) {
        self.init(facet: facet, choice: isSelected ? .include : .none)
    }

    var value: FacetValue { facet.value }
    var count: Int { facet.count }
    var label: String { facet.value.shown }
    var isSelected: Bool { choice == .include }

    var isRefined: Bool { choice != .none }

    var json: JSON { .object(members) }

    /// The item of a list in which values can be excluded.
    var jsonWithState: JSON {
        var object = members
        object["state"] = .string(choice.rawValue)
        return .object(object)
    }

    private var members: JSONObject {
        var object = JSONObject([
            ("value", value.json), ("label", .string(label)), ("count", JSON(count)), ("selected", .bool(isSelected)),
        ])
        if let highlighted = facet.highlighted, label == facet.value.label { object["highlighted"] = highlighted.json }
        return object
    }
}
