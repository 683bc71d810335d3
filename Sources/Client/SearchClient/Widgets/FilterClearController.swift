// SPDX-License-Identifier: MIT

/// Draws a button that removes filters.
@MainActor
public protocol FilterClearController: AnyObject {
    /// Called by the controller when the button is pressed.
    var onClick: (() -> Void)? { get set }
    /// Shows whether there is anything to remove. By default nothing happens.
    func setEnabled(_ isEnabled: Bool)
}

extension FilterClearController {
    public func setEnabled(_ isEnabled: Bool) {}
}

extension WidgetInteractor where View == ClearFiltersView {
    /// Removes them.
    public func clear() { send(.clear()) }

    /// Connects a controller that draws the button; it is not retained.
    @discardableResult
    public func connectController(_ controller: some FilterClearController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.clear() }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setEnabled(view.enabled)
        }
    }
}
