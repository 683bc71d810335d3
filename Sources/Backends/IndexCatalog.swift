// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// What can be asked of indexes beside searches.
public protocol IndexCatalog: Sendable {
    /// How an index searches.
    ///
    /// - Throws: `SearchBusError` with `unknown-index`, or for a file that cannot be read.
    func profile(of index: String) throws -> IndexProfile

    /// What finds a query's words in texts as searches do.
    func marker(for query: String) -> any TextMarking
}

/// How an index searches, as somebody who asks it has to know.
public struct IndexProfile: Sendable, Hashable {
    /// The attributes whose words are searched, the most important first.
    public var searched: [String]
    /// The attributes whose values can be counted.
    public var facets: [String]
    /// The attributes whose numbers can be compared.
    public var numeric: [String]
    /// The attributes in which what was found is marked.
    public var highlighted: [String]

    public init(
        searched: [String] = [],
        facets: [String] = [],
        numeric: [String] = [],
        highlighted: [String] = []
    ) {
        self.searched = searched
        self.facets = facets
        self.numeric = numeric
        self.highlighted = highlighted
    }
}
