// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws ratings, to select the least of; a `NumberController` of `Double` draws stars instead.
@MainActor
public protocol RatingMenuController: SelectableListController where Item == Rating {}
