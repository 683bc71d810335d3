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
    /// The attributes whose values are counted.
    public var facets: Set<String>
    /// The attributes whose lowest and highest number is wanted.
    public var stats: Set<String>
    /// How many values of a facet the widget can list; 0 where it lists none.
    public var valuesPerFacet: Int

    public init(facets: Set<String> = [], stats: Set<String> = [], valuesPerFacet: Int = 0) {
        self.facets = facets
        self.stats = stats
        self.valuesPerFacet = valuesPerFacet
    }

    /// Adds what another widget wants of the same searcher.
    public mutating func formUnion(_ other: SearchNeeds) {
        facets.formUnion(other.facets)
        stats.formUnion(other.stats)
        valuesPerFacet = max(valuesPerFacet, other.valuesPerFacet)
    }
}
