// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Synchronization
import Wire

/// Searches one index.
///
/// It may be shared between threads, none of which waits for another; each call sees one whole version of the index, the
/// newest there is when the call starts. If that one cannot be opened, the one before it stays in use.
///
/// A name that no index has may be that of a replica: then the index that has it answers, in the replica's order.
public final class IndexReader: Sendable {
    /// What the index is called.
    public let name: String
    private let directory: IndexDirectory
    private let folder: IndexFolder
    private let journal: ReadJournal?
    /// The index that had a replica of the name when it was looked for.
    private let primary = Mutex<IndexFolder?>(nil)
    private let version = Mutex<IndexSnapshot?>(nil)
    /// Held while a version is opened, with the one that could not be.
    private let opening = Mutex<FileIdentity?>(nil)

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - directory: Where it is.
    ///   - name: What it is called.
    ///   - journal: Where it is noted that it is read; an index that the process has died in before is checked as a whole.
    /// - Throws: `SearchBusError.unknownIndex` if there is none of this name, `.indexCorrupt` if its file is
    ///   invalid.
    public init(directory: IndexDirectory, name: String, journal: ReadJournal? = nil) throws {
        try directory.check(name)
        self.journal = journal
        self.name = name
        self.directory = directory
        folder = directory.folder(of: name)
        _ = try reading { try snapshot() }
    }

    private func reading<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard let journal else { return try body() }
        return try journal.reading(name, body)
    }

    /// Answers requests, in their order and from one version of the index; one that cannot be answered fails alone.
    ///
    /// `SearchRequest.index` is not looked at. An attribute that cannot be counted is an empty facet with a warning.
    ///
    /// - Parameters:
    ///   - requests: What is searched for.
    ///   - budget: What all of them together may cost.
    /// - Returns: As many results; failures are `.invalidArgument` for a page or limit out of bounds and for a filter
    ///   that the index cannot apply, `.tooLarge` where the budget is spent, `.indexCorrupt`, `.storageFailed`.
    /// - Throws: `SearchBusError.unknownIndex` where the index was deleted, `.indexCorrupt` if its file is invalid.
    public func answers(
        to requests: [SearchRequest],
        within budget: WorkBudget = WorkBudget(.none)
    ) throws -> [Result<SearchResponse, SearchBusError>] {
        try reading { try answersNow(to: requests, budget) }
    }

    private func answersNow(
        to requests: [SearchRequest],
        _ budget: WorkBudget
    ) throws -> [Result<SearchResponse, SearchBusError>] {
        // Asked before the version is taken: the note goes once a newer one is in place, and an old one taken before would
        // count as the newest.
        let newer = directory.newerVersion(of: try self.snapshot().name)
        let snapshot = try snapshot()
        let replica = replica(of: snapshot)
        return requests.map { request in
            var request = request
            request.sort += replica?.order ?? []
            return StorageFailure.result(name) { [request] in
                var search = IndexSearch(request, snapshot: snapshot, replica: replica, budget)
                let response = try search.run()
                return newer.map { response.noting($0, of: snapshot.name) } ?? response
            }
        }
    }

    /// Answers requests, in their order, or none of them; see `answers(to:)`.
    ///
    /// - Throws: `SearchBusError`, the first one where several requests fail.
    public func search(_ requests: [SearchRequest]) throws -> [SearchResponse] {
        try answers(to: requests).map { try $0.get() }
    }

    /// What finds the words of a request in texts as its search does.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them.
    public func marker(for request: SearchRequest) throws -> QueryMarker {
        try reading { QueryMarker(IndexSearch(request, snapshot: try snapshot(), WorkBudget()).plan) }
    }

    /// The number of the version that a search would see now; it rises with each change.
    public var generation: Int {
        get throws { try snapshot().manifest.generation }
    }

    /// The version that a search would see now.
    public var current: IndexVersion {
        get throws { IndexVersion(identity: try snapshot().identity) }
    }

    /// How the index searches, with everything that was inferred.
    public var settings: IndexSettings {
        get throws { try snapshot().settings }
    }

    /// What the index keeps for others, such as settings that only they know.
    public var extra: JSON {
        get throws { try snapshot().manifest.extra }
    }

    /// The settings as given by the user.
    public var givenSettings: IndexSettings {
        get throws { try snapshot().manifest.given }
    }

    /// The records with these identifiers, as JSON text; `nil` for a missing one.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them.
    public func records(_ objectIDs: [String]) throws -> [[UInt8]?] {
        try reading {
            let snapshot = try snapshot()
            return try objectIDs.map { identifier in
                try snapshot.find(identifier).map { try snapshot.text(part: $0.part, row: $0.row) }
            }
        }
    }

    /// The index that has a replica of the name; `nil` where the name is an index's own.
    public var primaryName: String? {
        get throws {
            let snapshot = try snapshot()
            return snapshot.name == name ? nil : snapshot.name
        }
    }

    private func replica(of snapshot: IndexSnapshot) -> Replica? {
        snapshot.name == name ? nil : snapshot.settings.relevance.replica(name)
    }

    /// The newest version of the index, or of the one that has a replica of the name.
    private func snapshot() throws -> IndexSnapshot {
        if let newest = folder.identity { return try snapshot(newest, in: folder) }
        if let known = primary.withLock({ $0 }), let newest = known.identity {
            let snapshot = try snapshot(newest, in: known)
            if snapshot.settings.relevance.replica(name) != nil { return snapshot }
        }
        let found = directory.primary(ofReplica: name)
        primary.withLock { $0 = found }
        guard let found, let newest = found.identity else {
            version.withLock { $0 = nil }
            throw folder.unknown
        }
        return try snapshot(newest, in: found)
    }

    /// A version, which is opened if it is not open yet.
    ///
    /// The old one answers other threads meanwhile, and stays in use if the new one cannot be opened.
    private func snapshot(_ newest: FileIdentity, in folder: IndexFolder) throws -> IndexSnapshot {
        if let current = version.withLock({ $0 }), current.identity == newest { return current }
        return try opening.withLock { broken in
            let current = version.withLock { $0 }
            if let current, current.identity == newest || broken == newest { return current }
            if let damage = journal?.damage(of: name, version: newest), current == nil { throw damage }
            let isSuspect = journal?.isSuspect(name) ?? false
            do {
                let opened = try IndexSnapshot(folder: folder, after: current, isChecked: isSuspect)
                if isSuspect { journal?.noteSound(name) }
                version.withLock { $0 = opened }
                return opened
            } catch {
                if isSuspect, let error = error as? SearchBusError, error.code == .indexCorrupt {
                    journal?.noteDamage(error, of: name, version: newest)
                }
                guard let current else { throw error }
                // What is corrupt stays so; anything else, such as too many open files, may be over soon.
                if (error as? SearchBusError)?.code == .indexCorrupt { broken = newest }
                return current
            }
        }
    }
}

extension SearchResponse {
    /// The answer, with the remark that others have a newer version of the index.
    fileprivate func noting(_ newer: NewerVersion, of index: String) -> SearchResponse {
        guard case .hits(var hits) = content else { return self }
        hits.warnings.append(.behind(newer, index))
        var response = self
        response.content = .hits(hits)
        return response
    }
}

/// Stands for one version of one index: equal to no other, though an index be deleted and made again.
public struct IndexVersion: Sendable, Hashable {
    let identity: FileIdentity
}
