// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws a control that is on or off, such as a switch.
@MainActor
public protocol SelectableController: ItemController {
    /// Called by the controller when it is switched on or off.
    var onClick: ((Bool) -> Void)? { get set }
    /// Shows whether it is on.
    func setSelected(_ isSelected: Bool)
}
