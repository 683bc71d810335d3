// SPDX-License-Identifier: MIT

/// Draws the buttons for undo and redo in a session.
@MainActor
public protocol HistoryController: ItemController where Item == HistoryView {
    /// Called by the controller to undo the last step.
    var onUndo: (() -> Void)? { get set }
    /// Called by the controller to redo the last undone step.
    var onRedo: (() -> Void)? { get set }
    /// Called by the controller to reset the session.
    var onReset: (() -> Void)? { get set }
}

extension WidgetInteractor where View == HistoryView {
    /// Undoes the last step.
    public func undo() { send(.undo()) }

    /// Redoes the last undone step.
    public func redo() { send(.redo()) }

    /// Resets the session to its initial state, which is a step like others.
    public func reset() { send(.reset()) }

    /// Connects a controller that draws the buttons; it is not retained.
    @discardableResult
    public func connectController(_ controller: some HistoryController) -> ControllerConnection {
        controller.onUndo = { [weak self] in self?.undo() }
        controller.onRedo = { [weak self] in self?.redo() }
        controller.onReset = { [weak self] in self?.reset() }
        let ending = { (controller.onUndo, controller.onRedo, controller.onReset) = (nil, nil, nil) }
        return onViewChanged.connect(controller, ending: ending) { controller, view in controller.setItem(view) }
    }
}
