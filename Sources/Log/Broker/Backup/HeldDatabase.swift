// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Runtime
import Wire

/// A SQLite database at one moment, whatever is written to it meanwhile, for being copied.
///
/// The moment is that of its making. As long as it is held, the write-ahead log of the database keeps what is written after it.
public final class HeldDatabase {
    private let path: String
    private let queue: DatabaseQueue

    /// Opens a database that is there, and holds it as it is now.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-failed`.
    public init(path: String) throws {
        self.path = path
        queue = try Self.open(path)
        try translating { db in
            try db.execute(sql: "BEGIN DEFERRED")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        }
    }

    /// Opens a database to read it, which need not be closed to others.
    static func open(_ path: String, cacheKiB: Int = 2_000) throws -> DatabaseQueue {
        guard access(path, F_OK) == 0 else { throw SearchBusError(.storageFailed, "There is no file \(path).") }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = true
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA query_only = 1")
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cache_size = -\(cacheKiB)")
        }
        return try SearchBusError.storing(at: path) { try DatabaseQueue(path: path, configuration: configuration) }
    }

    /// Reads a database that is there, which need not be closed to others.
    package static func read<Value>(
        _ path: String,
        cacheKiB: Int = 2_000,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        let queue = try open(path, cacheKiB: cacheKiB)
        return try SearchBusError.storing(at: path) { try queue.inDatabase(body) }
    }

    /// Ends the read transaction: the write-ahead log need not keep its state.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`.
    public func release() throws {
        try translating { db in try db.execute(sql: "COMMIT") }
        try SearchBusError.storing(at: path, queue.close)
    }

    /// What the log says of itself at the moment.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` for a database that is not a log.
    public func facts() throws -> LogFacts { try translating { db in try LogFacts(db) } }

    /// How many bytes the database has.
    public func size() throws -> Int {
        try translating { db in
            try (Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0) * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    /// Copies the database into a file that is not there yet; it is one file, whole, and on the disk afterwards.
    ///
    /// - Parameters:
    ///   - target: The file.
    ///   - pace: How fast.
    ///   - onProgress: Called with the number of copied bytes, and the total.
    /// - Throws: `SearchBusError` with `storage-full`, `storage-failed`, `log-corrupt`.
    public func copy(to target: String, pace: CopyPace, onProgress: (_ bytes: Int, _ of: Int) -> Void) throws {
        try withoutActuallyEscaping(onProgress) { try copy(to: target, pace, onProgress: $0) }
    }

    private func copy(to target: String, _ pace: CopyPace, onProgress: @escaping (Int, Int) -> Void) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // The file is exclusive, and its rest is removed if the copy fails.
            try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000")
        }
        try SearchBusError.storing(at: target) {
            let page = try translating { db in try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096 }
            let output = try DatabaseQueue(path: target, configuration: configuration)
            let file = try Descriptor(target, O_RDONLY)
            let clock = ContinuousClock()
            try output.inDatabase { destination in
                try queue.inDatabase { source in
                    var (began, place) = (clock.now, 0)
                    try source.backup(to: destination, pagesPerStep: CInt(max(1, pace.piece / page))) { progress in
                        let bytes = progress.completedPageCount * page
                        onProgress(bytes, progress.totalPageCount * page)
                        if !progress.isCompleted { pace.settle(file.number, place..<bytes, since: began) }
                        (began, place) = (clock.now, bytes)
                    }
                }
                // One file instead of three, which may be read where nothing may be written.
                try destination.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try output.close()
            try file.synchronize()
        }
    }

    private func translating<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try SearchBusError.storing(at: path) { try queue.inDatabase(body) }
    }
}
