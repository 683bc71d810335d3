// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Which results are shown where they are sorted.
public enum RelevantSortPriority: String, Sendable, Hashable, CaseIterable {
    /// The relevant ones alone.
    case relevancy
    /// All of them.
    case hitsCount = "hits-count"
}

/// What `relevant-sort` shows.
public struct RelevantSortView: PhasedView, Hashable {
    public let status: ViewStatus
    /// Which results are shown; `nil` where that cannot be chosen.
    public let priority: RelevantSortPriority?
    /// Whether it can be turned around.
    public let enabled: Bool
    /// How many results there are.
    public let nbHits: Int
    /// How many of them are relevant.
    public let nbSortedHits: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        priority = try json.optionalWord("priority")
        enabled = try json.requiredTruth("enabled")
        nbHits = try json.requiredInt("nbHits")
        nbSortedHits = try json.integer("nbSortedHits")
    }
}
