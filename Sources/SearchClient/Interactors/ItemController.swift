// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws one value.
@MainActor
public protocol ItemController: AnyObject {
    associatedtype Item
    func setItem(_ item: Item)
}

/// Something that is drawn anew as a whole.
@MainActor
public protocol Reloadable: AnyObject {
    func reload()
}
