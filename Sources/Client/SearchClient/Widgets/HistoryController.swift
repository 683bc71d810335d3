// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the buttons that go back and forth in the steps of a session.
@MainActor
public protocol HistoryController: ItemController where Item == HistoryView {
    /// Called by the controller when the last step is to be undone.
    var onUndo: (() -> Void)? { get set }
    /// Called by the controller when the step that was undone last is to be done again.
    var onRedo: (() -> Void)? { get set }
    /// Called by the controller when the session is to begin anew.
    var onReset: (() -> Void)? { get set }
}

extension WidgetInteractor where View == HistoryView {
    /// Undoes the last step.
    public func undo() { send(.undo()) }

    /// Does the step again that was undone last.
    public func redo() { send(.redo()) }

    /// Asks for what the session asked for in the beginning, which is a step like others.
    public func reset() { send(.reset()) }

    /// Connects what draws the buttons; it is not held.
    @discardableResult
    public func connectController(_ controller: some HistoryController) -> ControllerConnection {
        controller.onUndo = { [weak self] in self?.undo() }
        controller.onRedo = { [weak self] in self?.redo() }
        controller.onReset = { [weak self] in self?.reset() }
        let ending = { (controller.onUndo, controller.onRedo, controller.onReset) = (nil, nil, nil) }
        return onViewChanged.connect(controller, ending: ending) { controller, view in controller.setItem(view) }
    }
}
