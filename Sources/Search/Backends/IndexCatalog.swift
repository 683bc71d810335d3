// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// What can be asked of indexes beside searches.
public protocol IndexCatalog: Sendable {
    /// How an index searches.
    ///
    /// - Throws: `SearchBusError` with `unknown-index`, or for a file that cannot be read.
    func profile(of index: String) throws -> IndexProfile

    /// What stands for the version of an index that a search would see now.
    func version(of index: String) throws -> IndexVersion

    /// Records by their identifiers, as JSON text; `nil` for a missing one.
    func records(_ objectIDs: [String], of index: String) throws -> [[UInt8]?]

    /// All indexes, by name.
    func listing() throws -> [IndexListing]

    /// What finds a request's words in texts as its search does: with errors, joined and split, and synonyms.
    ///
    /// Where the index cannot be read, it finds the words as they are typed.
    func marker(for request: SearchRequest) -> any TextMarking
}

/// The properties of an index that a query depends on.
public struct IndexProfile: Sendable, Hashable {
    /// The attributes whose words are searched, the most important first.
    public var searched: [String]
    /// The attributes whose values can be counted.
    public var facets: [String]
    /// The attributes whose numbers can be compared.
    public var numeric: [String]
    /// The attributes in which what was found is marked.
    public var highlighted: [String]
    /// The settings as given, and those that the index stores for others.
    public var given: JSON
    public var extra: JSON
    /// What was asked for, and the index that has it as a replica; `nil` for an index of its own.
    public var name: String
    public var primary: String?

    public init(
        searched: [String] = [],
        facets: [String] = [],
        numeric: [String] = [],
        highlighted: [String] = [],
        given: JSON = [:],
        extra: JSON = [:],
        name: String = "",
        primary: String? = nil
    ) {
        self.given = given
        self.extra = extra
        self.name = name
        self.primary = primary
        self.searched = searched
        self.facets = facets
        self.numeric = numeric
        self.highlighted = highlighted
    }
}

/// What there is to know of an index in a list of all.
public struct IndexListing: Sendable, Hashable {
    public let name: String
    public let records: Int
    /// How many bytes its file has.
    public let bytes: Int
    /// When it was changed last, in seconds since 1970 began.
    public let updatedAt: Int

    public init(name: String, records: Int, bytes: Int, updatedAt: Int) {
        self.name = name
        self.records = records
        self.bytes = bytes
        self.updatedAt = updatedAt
    }
}
