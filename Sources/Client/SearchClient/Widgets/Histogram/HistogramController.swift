// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws bars, and a range within their bounds.
@MainActor
public protocol HistogramController: NumberRangeController {
    /// Shows these bars.
    func setBars(_ bars: [HistogramBar])
}
