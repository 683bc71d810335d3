// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A category, with those below it where it is on the path that is chosen.
public struct HierarchicalItem: Sendable, Hashable {
    /// The whole value, such as `Audio > Headphones`.
    public let value: String
    /// Its last part, as people read it.
    public let label: String
    public let count: Int
    /// Whether it is on the path.
    public let isSelected: Bool
    /// Those below it.
    public let items: [HierarchicalItem]

    init(json: JSON) throws {
        value = try json.requiredString("value")
        label = try json.requiredString("label")
        count = try json.requiredInt("count")
        isSelected = try json.requiredTruth("selected")
        items = try json.list("items").map(HierarchicalItem.init(json:))
    }
}

/// A row of a hierarchy that is drawn as a list: a category, how deep it lies, and whether it is on the path that is chosen.
public struct HierarchicalFacet: Sendable, Hashable {
    /// The category; its `value` is the whole one, such as `Audio > Headphones`.
    public let facet: Facet
    /// The last part of the value, as people read it.
    public let label: String
    /// The level, from 0.
    public let level: Int
    public let isSelected: Bool

    public init(facet: Facet, label: String, level: Int, isSelected: Bool) {
        self.facet = facet
        self.label = label
        self.level = level
        self.isSelected = isSelected
    }
}

/// What a `hierarchical-menu` shows.
public struct HierarchicalMenuView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The attributes of the levels.
    public let attributes: [String]
    public let title: String
    /// The values chosen, from the root.
    public let path: [String]
    /// The values of the first level shown.
    public let items: [HierarchicalItem]
    /// Whether more values can be asked for, and whether they were.
    public let canShowMore: Bool
    public let showingMore: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attributes = try json.requiredStrings("attributes")
        title = try json.requiredString("title")
        path = try json.requiredStrings("path")
        items = try json.required("items", each: HierarchicalItem.init(json:))
        canShowMore = try json.requiredTruth("canShowMore")
        showingMore = try json.requiredTruth("showingMore")
    }

    /// All categories in the order of a list: each is followed by those below it.
    public var facets: [HierarchicalFacet] { Self.rows(items, level: 0) }

    private static func rows(_ items: [HierarchicalItem], level: Int) -> [HierarchicalFacet] {
        items.flatMap { item in
            let facet = Facet(value: item.value, count: item.count)
            let row = HierarchicalFacet(facet: facet, label: item.label, level: level, isSelected: item.isSelected)
            return [row] + rows(item.items, level: level + 1)
        }
    }
}
