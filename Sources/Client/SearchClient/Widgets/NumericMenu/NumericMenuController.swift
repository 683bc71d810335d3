// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws ranges of numbers, to select from.
@MainActor
public protocol NumericMenuController: SelectableListController where Item == NumericMenuItem {}
