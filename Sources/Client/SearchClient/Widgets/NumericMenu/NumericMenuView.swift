// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A range of numbers in a menu.
public struct NumericMenuItem: Sendable, Hashable {
    /// The range as people read it.
    public let label: String
    /// Its ends; `nil` stands for all numbers.
    public let range: RangeSelection?

    public init(label: String, range: RangeSelection?) {
        self.label = label
        self.range = range
    }

    init(json: JSON) throws {
        self.init(label: try json.requiredString("label"), range: try json.selection("range"))
    }
}

/// What a `numeric-menu` shows.
public struct NumericMenuView: SelectableListView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// Whether several ranges can hold.
    public let multiple: Bool
    /// The ranges in order.
    public let items: [SelectableItem<NumericMenuItem>]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        multiple = try json.requiredTruth("multiple")
        items = try json.selectable("items", each: NumericMenuItem.init(json:))
    }

    public func selecting(_ item: NumericMenuItem) -> JSON { ["range": item.range?.json ?? .null] }
}
