// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Wire

/// A directory that is removed with everything in it when the test releases it.
final class TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("searchbus-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    var indexes: IndexDirectory { IndexDirectory(path: path + "/indexes") }

    /// The names of the files in the directory of indexes, in order.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: indexes.path)) ?? []).sorted() }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension Record {
    /// A record of an identifier and members.
    static func make(_ objectID: String, _ members: [(String, JSON)]) throws -> Record {
        try Record(.object(JSONObject([("objectID", .string(objectID))] + members)))
    }
}

/// An index with records, in a directory of its own.
struct Fixture {
    let directory: TemporaryDirectory
    let reader: IndexReader

    init(_ records: [Record], settings: IndexSettings? = nil) throws {
        directory = try TemporaryDirectory()
        try IndexWriter(directory: directory.indexes, name: "test").replaceAll(settings: settings, records)
        reader = try IndexReader(directory: directory.indexes, name: "test")
    }

    func hits(_ request: SearchRequest) throws -> SearchResponse.Hits {
        try reader.search([request])[0].hits ?? SearchResponse.Hits(totalCount: -1)
    }

    func hits(_ query: String) throws -> SearchResponse.Hits {
        try hits(SearchRequest(index: "test", query: query))
    }

    func ids(_ query: String) throws -> [String] { try hits(query).hits.map(\.objectID) }

    func values(
        _ attribute: String,
        _ query: String,
        limit: Int = 10,
        filters: FilterState = FilterState()
    ) throws -> [FacetCount] {
        let kind = SearchRequest.Kind.facetValues(attribute: attribute, limit: limit)
        let request = SearchRequest(index: "test", kind: kind, query: query, filters: filters)
        guard case .facetValues(_, let values) = try reader.search([request])[0].content else { return [] }
        return values
    }
}

extension FilterState {
    /// A state of groups, each with its filters.
    static func of(_ groups: (FilterGroup.Kind, String, [Filter])...) -> FilterState {
        FilterState(groups: groups.map { FilterGroup(id: .init(kind: $0.0, name: $0.1), filters: $0.2) })
    }
}
