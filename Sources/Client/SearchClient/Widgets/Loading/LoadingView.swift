// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `loading` shows.
public struct LoadingView: PhasedView, Hashable {
    public let status: ViewStatus
    /// Whether an answer is awaited.
    public let loading: Bool
    /// Whether it has been for long.
    public let stalled: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        loading = try json.requiredTruth("loading")
        stalled = try json.requiredTruth("stalled")
    }
}
