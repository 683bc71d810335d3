// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the filters in force, each of which can be taken away.
@MainActor
public protocol CurrentFiltersController: Reloadable {
    /// Called by the controller when a filter is to be taken away.
    var onRemoveItem: ((CurrentFilter) -> Void)? { get set }
    /// Shows these filters; `reload` follows.
    func setItems(_ items: [CurrentFilter])
}
