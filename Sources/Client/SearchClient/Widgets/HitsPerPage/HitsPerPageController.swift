// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the numbers of results to choose from, by their places from 0.
@MainActor
public protocol HitsPerPageController: SelectableSegmentController where SegmentKey == Int {}
