// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Where on the screen a widget stands.
public enum WidgetPlace: String, Sendable, Hashable, CaseIterable {
    /// Above everything.
    case top
    /// Beside the results.
    case side
    /// Where the results are.
    case main
    /// Below everything.
    case foot
}
