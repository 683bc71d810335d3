// SPDX-License-Identifier: MIT

import Backends
import SearchIndex
import SearchModel
import Synchronization
import Wire

/// Records in memory, which every search finds, as an index with settings of Algolia's interface.
final class RecordShelf: SearchService, IndexCatalog {
    /// How many records were read by their identifiers.
    let read = Mutex(0)
    private let records: [(objectID: String, record: JSON)]
    private let settings: JSONObject

    init(_ records: [(objectID: String, record: JSON)], settings: JSONObject = JSONObject()) {
        (self.records, self.settings) = (records, settings)
    }

    var catalog: (any IndexCatalog)? { self }
    var isImmediate: Bool { true }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] { searchNow(requests) ?? [] }

    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? {
        requests.map { request in
            let hits = SearchResponse.Hits(
                hits: records.map { Hit(objectID: $0.objectID, record: $0.record) },
                totalCount: records.count,
                page: request.page,
                hitsPerPage: request.hitsPerPage
            )
            return .success(SearchResponse(query: request.query, processingTimeMS: 1, content: .hits(hits)))
        }
    }

    func profile(of index: String) -> IndexProfile {
        IndexProfile(
            searched: ["name", "secret", "maker.name", "maker.margin"],
            highlighted: ["name", "secret", "maker.name", "maker.margin"],
            extra: ["settings": .object(settings)],
            name: index
        )
    }

    func version(of index: String) throws -> IndexVersion {
        throw SearchBusError(.unknownIndex, "There are no versions.")
    }

    func records(_ objectIDs: [String], of index: String) -> [[UInt8]?] {
        read.withLock { $0 += objectIDs.count }
        return objectIDs.map { id in records.first { $0.objectID == id }?.record.bytes }
    }

    func listing() -> [IndexListing] { [] }

    func marker(for request: SearchRequest) -> any TextMarking { QueryMarker(request.query) }
}
