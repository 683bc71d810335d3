// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `menu` shows.
public struct MenuView: SelectableListView, Hashable {
    /// How a menu is to be drawn.
    public enum Display: String, Sendable, Hashable, CaseIterable {
        case list
        /// A box that opens.
        case select
    }

    public let status: ViewStatus
    public let attribute: String
    public let title: String
    public let display: Display
    /// The values in order.
    public let items: [SelectableItem<Facet>]
    /// The value that is selected, listed or not.
    public let selected: JSON?
    /// On a `facets` searcher, the text searched.
    public let query: String?
    /// Whether more values can be asked for, and whether they were.
    public let canShowMore: Bool
    public let showingMore: Bool
    /// Searching among the values.
    public let search: FacetSearch

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        display = try json.requiredWord("display")
        items = try json.selectable("items", each: Facet.init(json:))
        selected = try json.nullable("selected").map { _ in try json.requiredValue("selected") }
        query = try json.optionalString("query")
        canShowMore = try json.requiredTruth("canShowMore")
        showingMore = try json.requiredTruth("showingMore")
        search = try FacetSearch(json: json)
    }

    /// The value, or none where it is the one selected.
    public func selecting(_ item: Facet) -> JSON { ["value": item.json == selected ? .null : item.json] }
}
