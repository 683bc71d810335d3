// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Something in a list that can be selected, and whether it is.
public struct SelectableItem<Item: Sendable & Hashable>: Sendable, Hashable {
    public let item: Item
    public let isSelected: Bool

    public init(item: Item, isSelected: Bool) {
        self.item = item
        self.isSelected = isSelected
    }
}
