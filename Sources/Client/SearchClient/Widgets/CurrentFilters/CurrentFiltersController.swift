// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the filters in force, each of which can be taken away.
@MainActor
public protocol CurrentFiltersController: ItemListController where Item == CurrentFilter {
    /// Called by the controller when a filter is to be taken away.
    var onRemoveItem: ((CurrentFilter) -> Void)? { get set }
}
