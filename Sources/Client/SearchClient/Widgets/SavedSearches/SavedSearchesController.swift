// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws searches that are kept under names.
@MainActor
public protocol SavedSearchesController: ItemListController where Item == SavedSearch {
    /// Called by the controller when a search is to be searched again.
    var onClick: ((SavedSearch) -> Void)? { get set }
    /// Called by the controller when what is searched now is to be kept under a name.
    var onSave: ((String) -> Void)? { get set }
    /// Called by the controller when a search is to have another name.
    var onRename: ((SavedSearch, String) -> Void)? { get set }
    /// Called by the controller when a search is to go.
    var onRemoveItem: ((SavedSearch) -> Void)? { get set }
    /// Shows whether there is room for another one. Unless the controller does something else, nothing happens.
    func setCanSave(_ canSave: Bool)
}

extension SavedSearchesController {
    public func setCanSave(_ canSave: Bool) {}
}
