// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws a range of numbers within bounds, such as a slider with two handles; told to `invalidate` where nothing is selected any
/// more, or there are no bounds.
@MainActor
public protocol NumberRangeController: ItemController where Item == ClosedRange<Double> {
    /// Called by the controller when somebody has chosen a range.
    var onRangeChanged: ((ClosedRange<Double>) -> Void)? { get set }
    /// Shows the lowest and highest number there is.
    func setBounds(_ bounds: ClosedRange<Double>)
}

extension NumberRangeView: RangeView {
    public typealias Selection = RangeSelection
}
