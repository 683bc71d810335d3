// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `clear-filters`: a button that removes filters.
@MainActor
public final class FilterClearInteractor: WidgetInteractor<ClearFiltersView> {
    /// Removes them.
    public func clear() { send("clear") }

    /// Connects what draws the button; it is not held.
    @discardableResult
    public func connectController(_ controller: some FilterClearController) -> ControllerConnection {
        onViewChanged.subscribePast(with: controller) { controller, view in controller.setEnabled(view.enabled) }
        controller.onClick = { [weak self] in self?.clear() }
        return ControllerConnection { [weak self] in
            self?.onViewChanged.cancelSubscription(for: controller)
            controller.onClick = nil
        }
    }
}
