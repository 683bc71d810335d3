// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// `current-filters`: the filters in force, each of which can be taken away.
@MainActor
public final class CurrentFiltersInteractor: WidgetInteractor<CurrentFiltersView> {
    /// The filters as they were shown last.
    public var items: [CurrentFilter] { view?.items ?? [] }

    /// Takes a filter away.
    public func remove(item: CurrentFilter) { send("remove", ["filter": item.filter, "group": item.group]) }

    /// Takes away all that the widget is about.
    public func clear() { send("clear") }

    /// Connects what draws the filters; it is not held.
    @discardableResult
    public func connectController(_ controller: some CurrentFiltersController) -> ControllerConnection {
        onViewChanged.subscribePast(with: controller) { controller, view in
            controller.setItems(view.items)
            controller.reload()
        }
        controller.onRemoveItem = { [weak self] in self?.remove(item: $0) }
        return ControllerConnection { [weak self] in
            self?.onViewChanged.cancelSubscription(for: controller)
            controller.onRemoveItem = nil
        }
    }
}
