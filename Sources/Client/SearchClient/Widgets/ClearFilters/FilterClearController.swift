// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws a button that removes filters.
@MainActor
public protocol FilterClearController: AnyObject {
    /// Called by the controller when the button is pressed.
    var onClick: (() -> Void)? { get set }
    /// Shows whether there is anything to remove. Unless the controller does something else, nothing happens.
    func setEnabled(_ isEnabled: Bool)
}

extension FilterClearController {
    public func setEnabled(_ isEnabled: Bool) {}
}
