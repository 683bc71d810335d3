// SPDX-License-Identifier: MIT

/// Draws the switch of a `filter-toggle`, whose view has title and counts.
@MainActor
public protocol FilterToggleController: SelectableController where Item == FilterToggleView {}

extension HandleInteractor where View == FilterToggleView {
    /// Whether the switch is on in the last view.
    public var isSelected: Bool { view?.on ?? false }

    /// Switches it on or off.
    public func computeIsSelected(selecting isSelected: Bool) { change(.set(on: isSelected)) }

    /// Toggles its current state.
    public func toggle() { change(.toggle(), isLatest: false) }

    /// Connects a controller that draws the switch; it is not retained.
    @discardableResult
    public func connectController(_ controller: some FilterToggleController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.computeIsSelected(selecting: $0) }
        return onViewShown.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setItem(view)
            controller.setSelected(view.on)
        }
    }
}

/// Draws a control that is on or off, such as a switch.
@MainActor
public protocol SelectableController: ItemController {
    /// Called by the controller when it is switched on or off.
    var onClick: ((Bool) -> Void)? { get set }
    /// Shows whether it is on.
    func setSelected(_ isSelected: Bool)
}
