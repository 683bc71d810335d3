// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `clear-filters`: a button that removes filters.
public typealias FilterClearInteractor = WidgetInteractor<ClearFiltersView>

/// `clear-filters` of a session and a controller, connected as long as this is held.
public typealias FilterClearConnector = WidgetConnector<FilterClearInteractor>

extension WidgetInteractor where View == ClearFiltersView {
    /// Removes them.
    public func clear() { send("clear") }

    /// Connects what draws the button; it is not held.
    @discardableResult
    public func connectController(_ controller: some FilterClearController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.clear() }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setEnabled(view.enabled)
        }
    }
}

extension WidgetConnector where Interactor == FilterClearInteractor {
    /// Connects what draws the button.
    public convenience init(session: SearchSession, widget: String, controller: some FilterClearController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
