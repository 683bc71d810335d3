// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// An attribute with its values, as the engine's rules order them.
public struct AttributedFacets: Sendable, Hashable {
    public let attribute: String
    public let title: String
    /// Whether several values can be selected.
    public let multiple: Bool
    /// The values in order, and whether they are selected.
    public let items: [SelectableItem<Facet>]
    public let selectedCount: Int

    /// The values in order.
    public var facets: [Facet] { items.map(\.item) }

    init(json: JSON) throws {
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        multiple = try json.requiredTruth("multiple")
        items = try json.selectable("items", each: Facet.init(json:))
        selectedCount = try json.requiredInt("selectedCount")
    }
}

/// What `dynamic-facets` show.
public struct DynamicFacetsView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The attributes shown, in order.
    public let facets: [AttributedFacets]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        facets = try json.required("facets", each: AttributedFacets.init(json:))
    }

    /// The values that are selected, as people read them, by attribute; attributes without any are left out.
    public var selections: [String: Set<String>] {
        facets.reduce(into: [:]) { selections, facet in
            let selected = facet.items.filter(\.isSelected).map(\.item.value)
            if !selected.isEmpty { selections[facet.attribute, default: []].formUnion(selected) }
        }
    }
}
