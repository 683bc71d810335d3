// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// A filter that is in force from a session's start.
public struct InitialFilter: Sendable, Hashable {
    /// The group that the filter goes into.
    public let group: FilterGroup.ID
    /// The filter.
    public let filter: Filter

    public init(group: FilterGroup.ID, filter: Filter) {
        self.group = group
        self.filter = filter
    }
}

/// What a widget wants a searcher to count beside the hits.
public struct SearchNeeds: Sendable, Hashable {
    /// The values of attributes that are counted: of which attribute, how many and from which end.
    public var facets: Set<FacetNeed>
    /// The attributes whose lowest and highest number is wanted.
    public var stats: Set<String>

    public init(facets: Set<FacetNeed> = [], stats: Set<String> = []) {
        self.facets = facets
        self.stats = stats
    }

    /// Adds what another widget wants of the same searcher.
    public mutating func formUnion(_ other: SearchNeeds) {
        facets.formUnion(other.facets)
        stats.formUnion(other.stats)
    }
}
