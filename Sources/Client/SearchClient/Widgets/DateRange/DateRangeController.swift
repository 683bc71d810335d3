// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

/// Draws a range of dates; told to `invalidate` where nothing is selected, or there are no bounds.
@MainActor
public protocol DateRangeController: ItemController where Item == ClosedRange<Date> {
    /// Called by the controller when somebody has chosen a range.
    var onRangeChanged: ((ClosedRange<Date>) -> Void)? { get set }
    /// Shows the earliest and latest date there is.
    func setBounds(_ bounds: ClosedRange<Date>)
}

/// Draws periods of time, to select from.
@MainActor
public protocol DatePresetController: SelectableListController where Item == DatePreset {}
