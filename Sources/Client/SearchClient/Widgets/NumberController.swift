// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws one number within bounds, such as a slider, a stepper or stars; `invalidate` is called without a number.
@MainActor
public protocol NumberController: ItemController where Item: Numeric & Comparable {
    /// Receives the ways to change the number; called when the controller is connected.
    func setComputation(computation: Computation<Item>)
    /// Shows the lowest and highest number; `nil` if they are unknown.
    func setBounds(bounds: ClosedRange<Item>?)
}
