// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `clear-filters` shows.
public struct ClearFiltersView: PhasedView, Hashable {
    public let status: ViewStatus
    /// Whether there is anything to remove.
    public let enabled: Bool
    /// How many filters there are.
    public let count: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        enabled = try json.requiredTruth("enabled")
        count = try json.requiredInt("count")
    }
}
