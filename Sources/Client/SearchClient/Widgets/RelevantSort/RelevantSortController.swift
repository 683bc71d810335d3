// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What people read about which results are shown, and on the button that turns it around.
public typealias RelevantSortTextualRepresentation = (hintText: String, toggleTitle: String)

/// Draws which results are shown where they are sorted, and a button that turns it around.
@MainActor
public protocol RelevantSortController: ItemController {
    /// Called by the controller when the button is pressed.
    var didToggle: (() -> Void)? { get set }
}
