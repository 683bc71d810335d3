// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A search that is kept under a name.
public struct SavedSearch: Sendable, Hashable {
    public let name: String
    /// Whether it is what is searched now.
    public let isCurrent: Bool

    public init(name: String, isCurrent: Bool) {
        self.name = name
        self.isCurrent = isCurrent
    }

    init(json: JSON) throws {
        self.init(name: try json.requiredString("name"), isCurrent: try json.requiredTruth("current"))
    }
}

/// What `saved-searches` show.
public struct SavedSearchesView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The searches, the oldest first.
    public let items: [SavedSearch]
    /// Whether there is room for another one.
    public let canSave: Bool
    /// How many can be kept.
    public let maximum: Int

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.required("items", each: SavedSearch.init(json:))
        canSave = try json.requiredTruth("canSave")
        maximum = try json.requiredInt("maximum")
    }
}
