// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Draws the parameters that an engine is told.
@MainActor
public protocol ConfigureController: ItemController where Item == [String: JSON] {
    /// Called by the controller when parameters are to be these, beside the others; one that is null is taken away.
    var onParametersChanged: (([String: JSON]) -> Void)? { get set }
    /// Called by the controller when they are to be as a session starts with them.
    var onReset: (() -> Void)? { get set }
}
