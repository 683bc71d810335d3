// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the figures of the last answer; `nil` where there was none.
@MainActor
public protocol StatsController: ItemController where Item == StatsView? {}

/// Draws the line about the last answer; `nil` where there was none.
@MainActor
public protocol StatsTextController: ItemController where Item == String? {}
