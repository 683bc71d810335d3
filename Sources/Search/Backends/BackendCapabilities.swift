// SPDX-License-Identifier: MIT

import SearchModel

/// What an engine does by itself.
///
/// What it does not is done around it, or refused in words; it is never left out in silence.
public struct BackendCapabilities: Sendable, Hashable {
    /// Whether it counts an attribute's values without the filters that choose among them, as `SearchRequest.facets` asks.
    ///
    /// Otherwise such counts take further queries, each with the filters that remain.
    public var countsDisjunctively: Bool
    /// Whether it lists selected values with their counts, however rare they are; otherwise those that are missing take further
    /// queries.
    public var countsSelectedValues: Bool
    /// The orders in which it lists values; in another one all values are asked for and sorted here.
    public var facetOrders: Set<FacetNeed.Order>
    /// The maximum number of listed values of an attribute.
    public var mostFacetValues: Int
    /// Whether it searches for facet values; otherwise an attribute's values are asked for and searched here.
    public var searchesFacetValues: Bool
    /// Which sorts of filter it understands.
    public var filterTypes: Set<FilterType>
    /// Which shapes filters on places may have.
    public var shapes: Set<GeoShape.Kind>
    /// Whether filters of an optional group move records up; otherwise a request with any gets a warning.
    public var ranksByOptionalFilters: Bool
    /// Whether it orders records by attributes that a request names.
    public var sortsByAttributes: Bool
    /// How many records can be paged through; `nil` for all.
    public var mostHits: Int?

    /// What an engine does that is asked as Algolia's is, unless it says otherwise.
    public init(
        countsDisjunctively: Bool = false,
        countsSelectedValues: Bool = false,
        facetOrders: Set<FacetNeed.Order> = [.countDescending],
        mostFacetValues: Int = 1_000,
        searchesFacetValues: Bool = true,
        filterTypes: Set<FilterType> = Set(FilterType.allCases),
        shapes: Set<GeoShape.Kind> = Set(GeoShape.Kind.allCases),
        ranksByOptionalFilters: Bool = true,
        sortsByAttributes: Bool = false,
        mostHits: Int? = nil
    ) {
        self.countsDisjunctively = countsDisjunctively
        self.countsSelectedValues = countsSelectedValues
        self.facetOrders = facetOrders
        self.mostFacetValues = mostFacetValues
        self.searchesFacetValues = searchesFacetValues
        self.filterTypes = filterTypes
        self.shapes = shapes
        self.ranksByOptionalFilters = ranksByOptionalFilters
        self.sortsByAttributes = sortsByAttributes
        self.mostHits = mostHits
    }
}
