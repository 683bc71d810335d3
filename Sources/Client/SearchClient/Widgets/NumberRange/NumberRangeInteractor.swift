// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `number-range`: bounds of the results, and a selection within them.
public typealias NumberRangeInteractor = RangeInteractor<NumberRangeView>

/// A `number-range` of a session and a controller, connected as long as this is held.
public typealias NumberRangeConnector = WidgetConnector<NumberRangeInteractor>
