// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Draws the numbers of results to choose from, by their positions from 0.
@MainActor
public protocol HitsPerPageController: SelectableSegmentController where SegmentKey == Int {}

/// Draws the orders to choose from, by their positions from 0.
@MainActor
public protocol SortByController: SelectableSegmentController where SegmentKey == Int {}

/// Draws named filters to choose one of, by their positions from 0.
@MainActor
public protocol FilterMapController: SelectableSegmentController where SegmentKey == Int {}

extension PageLength: SegmentItem {
    public var choosing: JSON { WidgetIntent<HitsPerPageView>.select(value: value).data }
}

extension HitsPerPageView: SelectableSegmentView {}

extension SortOrder: SegmentItem {
    public var choosing: JSON { WidgetIntent<SortByView>.select(index: index).data }
}

extension SortByView: SelectableSegmentView {}

extension FilterSegment: SegmentItem {
    public var choosing: JSON { WidgetIntent<SegmentedView>.select(key: .string(key)).data }
}

extension SegmentedView: SelectableSegmentView {
    public static let choosingNothing: JSON? = WidgetIntent<SegmentedView>.select(key: nil).data
}
