// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A selectable item of a list, and whether it is selected.
public struct SelectableItem<Item: Sendable & Hashable>: Sendable, Hashable {
    public let item: Item
    public let isSelected: Bool

    public init(item: Item, isSelected: Bool) {
        self.item = item
        self.isSelected = isSelected
    }
}

extension SelectableItem: ViewValue where Item: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> SelectableItem {
        SelectableItem(item: try Item.read(json, named: name), isSelected: try json.member("selected"))
    }
}
