// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A filter that is in force from a session's start.
public struct InitialFilter: Sendable, Hashable {
    public let group: FilterGroup.ID
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

    /// The same under the names of an index; what it knows nothing of is not wanted.
    public func named(by map: AttributeMap) -> SearchNeeds {
        guard !map.isEmpty else { return self }
        return SearchNeeds(
            facets: Set(
                facets.compactMap { need in
                    map.name(of: need.attribute).map { FacetNeed($0, limit: need.limit, order: need.order) }
                }
            ),
            stats: Set(stats.compactMap { map.name(of: $0) })
        )
    }

    public var isEmpty: Bool { facets.isEmpty && stats.isEmpty }
}

extension SearchNeeds: JSONConvertible {
    /// How many attributes may be asked for in all.
    private static let limit = 64

    public init(json: JSON) throws {
        let facets = try json.list("facets").map(FacetNeed.init(json:))
        let stats = try json.strings("stats")
        guard facets.count + stats.count <= Self.limit else { throw JSONError("more than \(Self.limit) needs") }
        guard stats.allSatisfy({ (1...256).contains($0.utf8.count) }) else {
            throw JSONError("`stats` holds an attribute that has not 1 to 256 bytes")
        }
        self.init(facets: Set(facets), stats: Set(stats))
    }

    public var json: JSON { ["facets": .array(facets.sorted().map(\.json)), "stats": JSON(stats.sorted())] }
}

/// The parts of a search's response that are large; the figures beside them are always there.
public struct ResponseParts: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let hits = ResponseParts(rawValue: 1)
    /// The counted values of facets, and those that a `facets` searcher finds.
    public static let facets = ResponseParts(rawValue: 2)
    public static let stats = ResponseParts(rawValue: 4)
    /// What is counted of attributes.
    public static let counted: ResponseParts = [.facets, .stats]
    public static let all: ResponseParts = [.hits, .facets, .stats]

    /// The members of a `results/` event that hold the other parts.
    package var unwanted: Set<String> {
        var names: Set<String> = []
        if !contains(.hits) { names.insert("hits") }
        if !contains(.facets) { names.formUnion(["facets", "facetHits"]) }
        if !contains(.stats) { names.insert("facetStats") }
        return names
    }
}
