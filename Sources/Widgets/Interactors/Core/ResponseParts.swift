// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The parts of a search's response that are large; the figures beside them are always there.
public struct ResponseParts: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let hits = ResponseParts(rawValue: 1)
    /// The counted values of facets, and those that a `facets` searcher finds.
    public static let facets = ResponseParts(rawValue: 2)
    public static let stats = ResponseParts(rawValue: 4)
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
