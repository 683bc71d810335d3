// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `filter-toggle` shows.
public struct FilterToggleView: PhasedView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// Whether the switch is on.
    public let on: Bool
    /// How many results it has when on, where that is known.
    public let count: Int?
    /// Of a switch with two filters: how many results it has when off.
    public let offCount: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        on = try json.requiredTruth("on")
        count = try json.nullableInteger("count")
        offCount = try json.integer("offCount")
    }
}
