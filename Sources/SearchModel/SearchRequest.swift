// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// One question to a backend: which records match, or which values of a facet do.
public struct SearchRequest: Sendable, Hashable {
    /// What is wanted in answer.
    public enum Kind: Sendable, Hashable {
        /// A page of matching records, with counts.
        case hits
        /// The values of a facet attribute that match the text.
        case facetValues(attribute: String, limit: Int)
    }

    /// The index that is asked.
    public var index: String
    /// What is wanted.
    public var kind: Kind
    /// The text that was typed.
    public var query: String
    /// The page wanted, from 0.
    public var page: Int
    /// How many records a page has, 0 to 1,000.
    public var hitsPerPage: Int
    /// The refinements of the session.
    public var filters: FilterState
    /// The app's own filters, which refinements cannot remove.
    public var baseFilters: FilterState
    /// The attributes whose values are counted.
    ///
    /// Counts are disjunctive: those of an attribute in an or-group are made without the filters of that group on that
    /// attribute.
    public var facets: [String]
    /// How many values of a facet are listed at the most, the commonest first.
    public var maxValuesPerFacet: Int
    /// The attributes whose lowest and highest number is wanted, made without the session's filters on the attribute.
    public var stats: [String]

    public init(
        index: String,
        kind: Kind = .hits,
        query: String = "",
        page: Int = 0,
        hitsPerPage: Int = 20,
        filters: FilterState = FilterState(),
        baseFilters: FilterState = FilterState(),
        facets: [String] = [],
        maxValuesPerFacet: Int = 100,
        stats: [String] = []
    ) {
        self.index = index
        self.kind = kind
        self.query = query
        self.page = page
        self.hitsPerPage = hitsPerPage
        self.filters = filters
        self.baseFilters = baseFilters
        self.facets = facets
        self.maxValuesPerFacet = maxValuesPerFacet
        self.stats = stats
    }
}
