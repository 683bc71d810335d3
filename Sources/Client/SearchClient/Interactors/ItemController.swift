// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws one value.
@MainActor
public protocol ItemController: AnyObject {
    associatedtype Item
    func setItem(_ item: Item)
    /// There is no value any more. Unless the controller does something else, nothing happens.
    func invalidate()
}

extension ItemController {
    public func invalidate() {}
}

/// Something that is drawn anew as a whole.
@MainActor
public protocol Reloadable: AnyObject {
    func reload()
}
