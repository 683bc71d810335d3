// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws named filters to choose one of, by their places from 0.
@MainActor
public protocol FilterMapController: SelectableSegmentController where SegmentKey == Int {}
