// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import SearchModel
import Synchronization
import Wire

/// Searches one index.
///
/// It may be shared between threads, which take turns; each call sees one whole version of the index, the newest there
/// is when the call starts. Where that one cannot be opened, the one before it goes on answering.
public final class IndexReader: Sendable {
    /// What the index is called.
    public let name: String
    private let path: String
    /// A version of the index, which only who holds the lock looks into.
    private struct Version: Sendable {
        nonisolated(unsafe) let snapshot: IndexSnapshot
    }

    private let version: Mutex<Version?>
    /// Held while a version is opened, with the one that could not be.
    private let opening = Mutex<FileIdentity?>(nil)

    /// Opens an index.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is none of this name, `.indexCorrupt` where its file is
    ///   none.
    public init(directory: IndexDirectory, name: String) throws {
        try directory.check(name)
        self.name = name
        path = directory.file(of: name)
        version = Mutex(nil)
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

    /// The version that a search would see now.
    public var current: IndexVersion {
        get throws { try withSnapshot { IndexVersion(identity: $0.identity) } }
    }

    /// How the index searches, with everything that was inferred.
    public var settings: IndexSettings {
        get throws { try withSnapshot { $0.settings } }
    }

    /// What the index keeps for others, such as settings that only they know.
    public var extra: JSON {
        get throws { try withSnapshot { $0.extra } }
    }

    /// The settings as they were given.
    public var givenSettings: IndexSettings {
        get throws { try withSnapshot { $0.givenSettings } }
    }

    /// The records with these identifiers, as JSON text; `nil` in the place of one that is not there.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them.
    public func records(_ objectIDs: [String]) throws -> [[UInt8]?] {
        try withSnapshot { snapshot in
            try snapshot.read { database in
                let statement = try database.cachedStatement(sql: "SELECT data FROM records WHERE objectID = ?")
                return try objectIDs.map { try Data.fetchOne(statement, arguments: [$0]).map { Array($0) } }
            }
        }
    }

    private func withSnapshot<Value: Sendable>(_ body: (IndexSnapshot) throws -> Value) throws -> Value {
        try refresh()
        return try version.withLock { current in
            guard let current = current?.snapshot else { throw IndexDirectory.unknown(name) }
            return try body(current)
        }
    }

    /// Opens the newest version if it is not open yet.
    ///
    /// The old one goes on answering other threads meanwhile, and for good where the new one cannot be opened.
    private func refresh() throws {
        guard let newest = FileIdentity(path: path) else {
            version.withLock { $0 = nil }
            throw IndexDirectory.unknown(name)
        }
        guard !isSettled(newest) else { return }
        try opening.withLock { broken in
            guard !isSettled(newest), broken != newest else { return }
            do {
                let opened = Version(snapshot: try IndexSnapshot(path: path, name: name))
                version.withLock { $0 = opened }
            } catch {
                guard version.withLock({ $0 != nil }) else { throw error }
                // What is corrupt stays so; anything else, such as too many open files, may be over soon.
                if (error as? SearchBusError)?.code == .indexCorrupt { broken = newest }
            }
        }
    }

    private func isSettled(_ newest: FileIdentity) -> Bool { version.withLock { $0?.snapshot.identity == newest } }
}

/// Stands for one version of one index: equal to no other, though an index be deleted and made again.
public struct IndexVersion: Sendable, Hashable {
    let identity: FileIdentity
}
