// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB
import Synchronization
import Wire

/// The counts in a SQLite file of their own, with the sequence number up to which they go.
///
/// Counts and place change in one transaction: whenever the process ends, no event is counted twice and none is left out.
public final class InsightsStore: Sendable {
    /// How much is kept.
    public struct Limits: Sendable, Hashable {
        /// For how many days, the day of the newest event being the last.
        public var days: Int64 = 90
        /// How many rows of texts; beyond it, the rarest of the oldest days are counted together.
        public var queries = 200_000
        /// How many rows of filters, in the same way.
        public var refinements = 50_000

        public init() {}
    }

    public static let fileName = "insights.sqlite"

    private let queue: DatabaseQueue
    private let limits: Limits
    /// How many rows may have come since it was looked how many there are, which takes as long as there are many.
    private let added = Mutex(Int.max)
    /// After how many it is looked.
    private static let checkInterval = 5_000

    /// Opens the file, or replaces an unusable one by an empty one.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public init(path: String, limits: Limits = Limits()) throws {
        self.limits = limits
        do {
            queue = try Self.open(path)
        } catch let error as DatabaseError {
            throw SearchBusError(insights: error, path: path)
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        if let queue = try usable(path) { return queue }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        guard let queue = try usable(path) else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
        return queue
    }

    private static func usable(_ path: String) throws -> DatabaseQueue? {
        var configuration = Configuration()
        configuration.label = "insights"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000")
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // Texts that people typed are the owner's business alone.
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return try queue.inDatabase { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                return try InsightsSchema.prepare(db)
            } ? queue : nil
        } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
            return nil
        }
    }

    /// Where to read on, and the sessions that were going on there.
    ///
    /// - Throws: `SearchBusError` where the file cannot be read.
    public func load() throws -> (place: InsightsPlace, sessions: [String: SessionRecord]) {
        try using { db in
            let place = try Self.place(db)
            var sessions: [String: SessionRecord] = [:]
            let rows = try Row.fetchCursor(db, sql: "SELECT session, state FROM open")
            while let row = try rows.next() {
                // An unreadable session starts over.
                sessions[row[0]] = SessionRecord(bytes: Array(row[1] as Data))
            }
            return (place, sessions)
        }
    }

    /// Adds to the counts, and moves the place.
    ///
    /// - Parameters:
    ///   - changes: What is added.
    ///   - before: The sequence number that was loaded or saved last.
    ///   - after: The place that is counted now.
    /// - Throws: `SearchBusError` with `cursor-moved` where another process has counted meanwhile; `storage-full`, `storage-failed`. Then
    ///   nothing has changed.
    public func save(_ changes: InsightsChanges, from before: InsightsPlace, to after: InsightsPlace) throws {
        try change(from: before, to: after) { db in
            try db.add(changes)
            try db.forget(before: limits.days)
            let count = changes.queries.count + changes.refinements.count
            let isDue = added.withLock { added in
                added = added == .max ? .max : added + count
                return added >= Self.checkInterval
            }
            guard isDue else { return }
            try db.keep(limits)
            added.withLock { $0 = 0 }
        }
    }

    /// Deletes all counts, to count another log, or this one again.
    ///
    /// - Throws: As `save` does.
    public func startOver(from before: InsightsPlace, epoch: String) throws -> InsightsPlace {
        let place = InsightsPlace(epoch: epoch)
        try change(from: before, to: place, InsightsSchema.clear)
        return place
    }

    private func change(
        from before: InsightsPlace,
        to after: InsightsPlace,
        _ body: (Database) throws -> Void
    ) throws {
        try using { db in
            try db.inTransaction(.immediate) {
                guard try Self.place(db) == before else {
                    throw SearchBusError(.cursorMoved, "Another process has counted what people search for meanwhile.")
                }
                try body(db)
                try db.execute(
                    sql: "UPDATE place SET epoch = ?, sequence = ?, gaps = ?",
                    arguments: [after.epoch, Int64(after.sequence.rawValue), after.gaps]
                )
                return .commit
            }
        }
    }

    private static func place(_ db: Database) throws -> InsightsPlace {
        guard let row = try Row.fetchOne(db, sql: "SELECT epoch, sequence, gaps FROM place") else {
            return InsightsPlace()
        }
        return InsightsPlace(
            epoch: row[0],
            sequence: SequenceNumber(rawValue: UInt64(max(0, row[1] as Int64))),
            gaps: row[2]
        )
    }

    private func using<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.inDatabase(body)
        } catch let error as DatabaseError {
            throw SearchBusError(insights: error, path: queue.path)
        }
    }
}

extension SearchBusError {
    /// A failure of the file of counts.
    init(insights error: DatabaseError, path: String) {
        if error.resultCode == .SQLITE_FULL {
            self.init(.storageFull, "The disk is full (\(path)).")
        } else {
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            self.init(
                .storageFailed,
                "The counts of what people search for cannot be used (\(path)): \(reason).",
                remedy:
                    "Check the disk and the permissions of the data directory; the file may be deleted; everything is then counted again."
            )
        }
    }
}

extension InsightsStore {
    /// How many bytes the pages of the file have that are used.
    func size() throws -> Int {
        try using { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            return (pages - free) * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }
}
