// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the orders to choose from, by their places from 0.
@MainActor
public protocol SortByController: SelectableSegmentController where SegmentKey == Int {}
