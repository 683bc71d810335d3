// SPDX-License-Identifier: MIT

/// Draws saved searches.
@MainActor
public protocol SavedSearchesController: ItemListController where Item == SavedSearch {
    /// Called by the controller to apply a saved search.
    var onClick: ((SavedSearch) -> Void)? { get set }
    /// Called by the controller to save the current search under a name.
    var onSave: ((String) -> Void)? { get set }
    /// Called by the controller to rename a saved search.
    var onRename: ((SavedSearch, String) -> Void)? { get set }
    /// Called by the controller to delete a saved search.
    var onRemoveItem: ((SavedSearch) -> Void)? { get set }
    /// Shows whether there is room for another one. By default nothing happens.
    func setCanSave(_ canSave: Bool)
}

extension SavedSearchesController {
    public func setCanSave(_ canSave: Bool) {}
}

extension WidgetInteractor where View == SavedSearchesView {
    /// The searches of the last view.
    public var items: [SavedSearch] { view?.items ?? [] }

    /// Saves the current search under a name.
    public func save(as name: String) { send(.save(name: name)) }

    /// Applies a saved search.
    public func apply(_ search: SavedSearch) { send(.apply(name: search.name)) }

    /// Renames a saved search.
    public func rename(_ search: SavedSearch, to name: String) {
        send(.rename(name: search.name, to: name))
    }

    /// Deletes a saved search.
    public func remove(item: SavedSearch) { send(.delete(name: item.name)) }

    /// Connects a controller that draws the searches; it is not retained.
    @discardableResult
    public func connectController(_ controller: some SavedSearchesController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.apply($0) }
        controller.onSave = { [weak self] in self?.save(as: $0) }
        controller.onRename = { [weak self] in self?.rename($0, to: $1) }
        controller.onRemoveItem = { [weak self] in self?.remove(item: $0) }
        let ending = {
            (controller.onClick, controller.onSave) = (nil, nil)
            (controller.onRename, controller.onRemoveItem) = (nil, nil)
        }
        return onViewChanged.connect(controller, ending: ending) { controller, view in
            controller.setCanSave(view.canSave)
            controller.show(view.items)
        }
    }
}
