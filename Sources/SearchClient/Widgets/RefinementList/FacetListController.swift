// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the values of a facet, to select from.
@MainActor
public protocol FacetListController: Reloadable {
    /// Called by the controller when a value is clicked.
    var onClick: ((Facet) -> Void)? { get set }
    /// Shows these values; `reload` follows.
    func setSelectableItems(selectableItems: [SelectableItem<Facet>])
}
