// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the values of a facet, to select from.
@MainActor
public protocol FacetListController: SelectableListController where Item == Facet {}
