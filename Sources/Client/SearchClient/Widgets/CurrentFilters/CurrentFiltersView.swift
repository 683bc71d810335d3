// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A filter in force, as `current-filters` shows it.
public struct CurrentFilter: Sendable, Hashable {
    /// The attribute that is filtered.
    public let attribute: String
    /// What a person reads.
    public let label: String
    /// The filter as it goes over the bus; see [filters](../../../../docs/protocol.md#filters).
    public let filter: JSON
    /// The group that it is in.
    public let group: JSON

    init(json: JSON) throws {
        attribute = try json.requiredString("attribute")
        label = try json.requiredString("label")
        filter = try json.requiredObject("filter")
        group = try json.requiredObject("group")
    }
}

/// What `current-filters` shows: the filters in force, each of which can be taken away.
public struct CurrentFiltersView: PhasedView, Hashable {
    public let status: ViewStatus
    public let items: [CurrentFilter]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.required("items", each: CurrentFilter.init(json:))
    }
}
