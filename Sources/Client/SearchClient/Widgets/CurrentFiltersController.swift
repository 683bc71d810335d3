// SPDX-License-Identifier: MIT

/// Draws the filters in force, each of which can be removed.
@MainActor
public protocol CurrentFiltersController: ItemListController where Item == CurrentFilter {
    /// Called by the controller to remove a filter.
    var onRemoveItem: ((CurrentFilter) -> Void)? { get set }
}

extension WidgetInteractor where View == CurrentFiltersView {
    /// The filters of the last view.
    public var items: [CurrentFilter] { view?.items ?? [] }

    /// Removes a filter.
    public func remove(item: CurrentFilter) { send(.remove(group: item.group, filter: item.filter)) }

    /// Removes all filters of the widget.
    public func clear() { send(.clear()) }

    /// Connects a controller that draws the filters; it is not retained.
    @discardableResult
    public func connectController(_ controller: some CurrentFiltersController) -> ControllerConnection {
        controller.onRemoveItem = { [weak self] in self?.remove(item: $0) }
        return onViewChanged.connect(controller, ending: { controller.onRemoveItem = nil }) { controller, view in
            controller.show(view.items)
        }
    }
}
