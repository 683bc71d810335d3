// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `refinement-list` shows.
public struct RefinementListView: SelectableListView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// `or` or `and`.
    public let `operator`: String
    /// The values in order, the selected ones too.
    public let items: [SelectableItem<Facet>]
    public let selectedCount: Int
    /// How many values are excluded, where they can be.
    public let excludedCount: Int?
    /// Whether more values can be asked for, and whether they were.
    public let canShowMore: Bool
    public let showingMore: Bool
    /// On a `facets` searcher, the text searched.
    public let query: String?
    /// Searching among the values.
    public let search: FacetSearch

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        `operator` = try json.requiredString("operator")
        items = try json.selectable("items", each: Facet.init(json:))
        selectedCount = try json.requiredInt("selectedCount")
        excludedCount = try json.integer("excludedCount")
        canShowMore = try json.requiredTruth("canShowMore")
        showingMore = try json.requiredTruth("showingMore")
        query = try json.optionalString("query")
        search = try FacetSearch(json: json)
    }

    public func selecting(_ item: Facet) -> JSON { ["value": item.json] }
}
