// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// An index that holds the records in an order of its own.
public struct SortOrder: SegmentItem {
    public let label: String
    /// The index's name.
    public let index: String

    public init(label: String, index: String) {
        self.label = label
        self.index = index
    }

    init(json: JSON) throws {
        self.init(label: try json.requiredString("label"), index: try json.requiredString("index"))
    }

    public var choosing: JSON { ["index": .string(index)] }
}

/// What `sort-by` shows.
public struct SortByView: SelectableSegmentView, Hashable {
    public let status: ViewStatus
    /// The indexes in order.
    public let items: [SelectableItem<SortOrder>]
    /// The index that is searched, where it is one of them.
    public let selected: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.selectable("items", each: SortOrder.init(json:))
        selected = try json.optionalString("selected")
    }
}
