// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws categories with their subcategories, as a list of `HierarchicalFacet` or in a form of its own.
@MainActor
public protocol HierarchicalController: ItemController {
    /// Called by the controller when a category is clicked, with its whole value.
    var onClick: ((String) -> Void)? { get set }
}
