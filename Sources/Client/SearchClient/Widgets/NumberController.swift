// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws one number within bounds, such as a slider, a stepper or stars; told to `invalidate` where there is none.
@MainActor
public protocol NumberController: ItemController where Item: Numeric & Comparable {
    /// Hands over the ways to change the number; called when the controller is connected.
    func setComputation(computation: Computation<Item>)
    /// Shows the lowest and highest number there is; `nil` where that is unknown.
    func setBounds(bounds: ClosedRange<Item>?)
}
