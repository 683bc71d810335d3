// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A view with a list of selectable items.
public protocol SelectableListView: PhasedView {
    associatedtype Item: Sendable & Hashable

    /// The items, in order, and whether they are selected.
    var items: [SelectableItem<Item>] { get }

    /// The data of the intent `select` that toggles an item.
    func selecting(_ item: Item) -> JSON
}

/// Draws a list with a selection.
@MainActor
public protocol SelectableListController<Item>: Reloadable {
    associatedtype Item: Sendable & Hashable

    /// Called by the controller when an item is clicked.
    var onClick: ((Item) -> Void)? { get set }
    /// Shows these items; `reload` follows.
    func setSelectableItems(selectableItems: [SelectableItem<Item>])
}

extension WidgetInteractor where View: SelectableListView {
    /// The items of the last view, and whether they are selected.
    public var items: [SelectableItem<View.Item>] { view?.items ?? [] }

    /// Toggles an item.
    ///
    /// Nothing happens before there is a view.
    public func computeSelections(selectingItemForKey item: View.Item) {
        if let view { send("select", view.selecting(item)) }
    }

    /// Removes the widget's own selection.
    public func clear() { send("clear") }

    /// Connects a controller that draws the list; it is not retained.
    @discardableResult
    public func connectController(_ controller: some SelectableListController<View.Item>) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.computeSelections(selectingItemForKey: $0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setSelectableItems(selectableItems: view.items)
            controller.reload()
        }
    }
}

extension WidgetConnector {
    /// Connects a controller that draws a list.
    public convenience init<View: SelectableListView>(
        session: SearchSession,
        widget: String,
        controller: some SelectableListController<View.Item>
    ) where Interactor == WidgetInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
