// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws filters, to select from.
@MainActor
public protocol FilterListController: SelectableListController where Item == ListedFilter {}
