// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws a range of numbers within bounds, such as a slider with two handles; `invalidate` is called without a selection
/// or bounds.
@MainActor
public protocol NumberRangeController: ItemController where Item == ClosedRange<Double> {
    /// Called by the controller when the user has chosen a range.
    var onRangeChanged: ((ClosedRange<Double>) -> Void)? { get set }
    /// Shows the lowest and highest number.
    func setBounds(_ bounds: ClosedRange<Double>)
}

extension NumberRangeView: RangeView {
    public typealias Selection = RangeSelection
}
