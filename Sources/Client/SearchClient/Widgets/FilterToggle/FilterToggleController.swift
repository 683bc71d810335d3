// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the switch of a `filter-toggle`, whose view has title and counts.
@MainActor
public protocol FilterToggleController: SelectableController where Item == FilterToggleView {}
