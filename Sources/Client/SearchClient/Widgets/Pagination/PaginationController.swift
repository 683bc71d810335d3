// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the pages of the results.
@MainActor
public protocol PaginationController: ItemController where Item == PaginationView {
    /// Called by the controller when a page is clicked; pages count from 0.
    var onClick: ((Int) -> Void)? { get set }
}
