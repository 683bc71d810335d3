// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A `refinement-list`: the values of a facet, each of which can be selected.
@MainActor
public final class FacetListInteractor: WidgetInteractor<RefinementListView> {
    /// The values as they were shown last, and whether they are selected.
    public var items: [SelectableItem<Facet>] { view?.items ?? [] }

    /// Turns a value around.
    public func computeSelections(selectingItemForKey facet: Facet) { send("select", ["value": facet.json]) }

    /// Switches values on or off in one change.
    public func select(_ facets: [Facet], on isOn: Bool) {
        send("select", ["values": .array(facets.map(\.json)), "on": .bool(isOn)])
    }

    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send("show-more", ["on": .bool(isOn)]) }

    /// Removes the widget's own selection.
    public func clear() { send("clear") }

    /// Connects what draws the values; it is not held.
    @discardableResult
    public func connectController(_ controller: some FacetListController) -> ControllerConnection {
        onViewChanged.subscribePast(with: controller) { controller, view in
            controller.setSelectableItems(selectableItems: view.items)
            controller.reload()
        }
        controller.onClick = { [weak self] in self?.computeSelections(selectingItemForKey: $0) }
        return ControllerConnection { [weak self] in
            self?.onViewChanged.cancelSubscription(for: controller)
            controller.onClick = nil
        }
    }
}
