// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Where on the screen a widget stands.
public enum WidgetPlace: String, RecordValue, CaseIterable {
    /// Above everything.
    case top
    /// Beside the results.
    case side
    /// Where the results are.
    case main
    /// Below everything.
    case foot
}
