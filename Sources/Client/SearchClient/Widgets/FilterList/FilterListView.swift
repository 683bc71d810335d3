// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A filter that the app file gives, to be selected.
public struct ListedFilter: Sendable, Hashable {
    /// The filter as people read it.
    public let label: String
    /// The filter as it goes over the bus; see [filters](../../../../docs/protocol.md#filters).
    public let filter: JSON

    public init(label: String, filter: JSON) {
        self.label = label
        self.filter = filter
    }

    init(json: JSON) throws {
        self.init(label: try json.requiredString("label"), filter: try json.requiredObject("filter"))
    }
}

/// What a `filter-list` shows.
public struct FilterListView: SelectableListView, Hashable {
    public let status: ViewStatus
    public let title: String
    /// Whether several filters can hold.
    public let multiple: Bool
    /// The filters in order.
    public let items: [SelectableItem<ListedFilter>]
    public let selectedCount: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.requiredString("title")
        multiple = try json.requiredTruth("multiple")
        items = try json.selectable("items", each: ListedFilter.init(json:))
        selectedCount = try json.requiredInt("selectedCount")
    }

    public func selecting(_ item: ListedFilter) -> JSON { ["filter": item.filter] }
}
