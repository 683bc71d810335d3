// SPDX-License-Identifier: MIT

/// Draws a list of items without a selection.
@MainActor
public protocol ItemListController<Item>: Reloadable {
    associatedtype Item: Sendable & Hashable

    /// Shows these items; `reload` follows.
    func setItems(_ items: [Item])
}

extension ItemListController {
    /// Shows the items and draws them.
    func show(_ items: [Item]) {
        setItems(items)
        reload()
    }
}
