// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Synchronization
import Wire

/// Searches one index.
///
/// It may be shared between threads, which take turns; each call sees one whole version of the index, the newest there
/// is when the call starts.
public final class IndexReader: Sendable {
    /// What the index is called.
    public let name: String
    private let path: String
    private let snapshot: Mutex<IndexSnapshot?>

    /// Opens an index.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is none of this name, `.indexCorrupt` where its file is
    ///   none.
    public init(directory: IndexDirectory, name: String) throws {
        try directory.check(name)
        self.name = name
        path = directory.file(of: name)
        snapshot = Mutex(nil)
        _ = try withSnapshot { $0.generation }
    }

    /// Answers requests, in their order and from one version of the index; one that cannot be answered fails alone.
    ///
    /// `SearchRequest.index` is not looked at. An attribute that cannot be counted is an empty facet with a warning.
    ///
    /// - Returns: As many results; failures are `.invalidArgument` for a page or limit out of bounds and for a filter
    ///   that the index cannot apply, `.indexCorrupt`, `.storageFailed`.
    /// - Throws: `SearchBusError.unknownIndex` where the index was deleted, `.indexCorrupt` where its file is none.
    public func answers(to requests: [SearchRequest]) throws -> [Result<SearchResponse, SearchBusError>] {
        try withSnapshot { snapshot in
            try snapshot.read { database in
                requests.map { request in
                    StorageFailure.result(name) {
                        var search = IndexSearch(request, snapshot: snapshot, database: database)
                        return try search.run()
                    }
                }
            }
        }
    }

    /// Answers requests, in their order, or none of them; see `answers(to:)`.
    ///
    /// - Throws: `SearchBusError`, the first one where several requests fail.
    public func search(_ requests: [SearchRequest]) throws -> [SearchResponse] {
        try answers(to: requests).map { try $0.get() }
    }

    /// The number of the version that a search would see now; it rises with each change.
    public var generation: Int {
        get throws { try withSnapshot { $0.generation } }
    }

    /// How the index searches, with everything that was inferred.
    public var settings: IndexSettings {
        get throws { try withSnapshot { $0.settings } }
    }

    private func withSnapshot<Value: Sendable>(_ body: (IndexSnapshot) throws -> Value) throws -> Value {
        try snapshot.withLock { current in
            if let open = current, FileIdentity(path: path) == open.identity { return try body(open) }
            // The old version is let go first: two of them need not be in memory at once.
            current = nil
            let opened = try IndexSnapshot(path: path, name: name)
            current = opened
            return try body(opened)
        }
    }
}
