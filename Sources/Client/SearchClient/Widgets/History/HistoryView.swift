// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `history` shows.
public struct HistoryView: PhasedView, Hashable {
    public let status: ViewStatus
    /// Whether there is a step to undo.
    public let canUndo: Bool
    /// Whether there is a step to do again.
    public let canRedo: Bool
    /// Whether beginning anew is to be offered.
    public let offersReset: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        canUndo = try json.requiredTruth("canUndo")
        canRedo = try json.requiredTruth("canRedo")
        offersReset = try json.requiredTruth("reset")
    }
}
