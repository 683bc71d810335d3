// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the way to where one is in a hierarchy.
@MainActor
public protocol BreadcrumbController: ItemListController where Item == BreadcrumbItem {
    /// Called by the controller when a place is clicked; with `nil` for the beginning.
    var onClick: ((BreadcrumbItem?) -> Void)? { get set }
}
