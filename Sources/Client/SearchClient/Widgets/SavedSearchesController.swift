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

extension WidgetInteractor where View == SavedSearchesView {
    /// The searches as they were shown last.
    public var items: [SavedSearch] { view?.items ?? [] }

    /// Keeps what is searched now under a name.
    public func save(as name: String) { send(.save(name: name)) }

    /// Searches again what was kept.
    public func apply(_ search: SavedSearch) { send(.apply(name: search.name)) }

    /// Gives what was kept another name.
    public func rename(_ search: SavedSearch, to name: String) {
        send(.rename(name: search.name, to: name))
    }

    /// Removes what was kept.
    public func remove(item: SavedSearch) { send(.delete(name: item.name)) }

    /// Connects what draws the searches; it is not held.
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
