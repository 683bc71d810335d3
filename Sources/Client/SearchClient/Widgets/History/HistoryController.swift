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
