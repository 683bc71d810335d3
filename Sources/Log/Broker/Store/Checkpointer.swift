// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import GRDB
import Synchronization

/// Moves what was committed from the write-ahead log into the database file, on a queue of its own, so that no append
/// waits for it.
///
/// Passive checkpoints block neither readers nor the writer, but under permanent writes they never catch up
/// and the write-ahead log grows. Where it has grown large, what little a passive checkpoint has left is therefore moved
/// while the writer waits, which then begins at the file's start again: pages that are there already cost less than new
/// ones. While a backup is made it may grow larger, where there is room: with the disk in use by two, the writer waits longer,
/// and is to wait less often. When little is written, the file is truncated.
final class Checkpointer {
    /// The size of the write-ahead log from which it is worth the work, in bytes.
    private static let threshold = 4 << 20
    /// The size up to which it may grow, in bytes.
    private static let limit = 32 << 20
    /// The size up to which it may grow while a backup is made, in bytes.
    private static let backupLimit = 512 << 20
    /// What may be left to be moved while the writer waits, in bytes.
    private static let small = 1 << 20
    /// What a page has beside it in the write-ahead log, in bytes.
    private static let frameHeader = 24

    /// The maximum number of further passive checkpoints before the writer must wait.
    private static let repeats = 8
    /// For how many seconds little is written before the file is cut, which takes long for a large one.
    private static let quiet = 2

    /// What is remembered from one second to the next.
    private struct Memory {
        /// The position of the last reset: as long as the writer has not written since, the old frames still count.
        var restarted = 0
        /// For how many seconds little was written.
        var quiet = 0
    }

    private let queue = DispatchQueue(label: "checkpoint", qos: .utility)
    private let timer: any DispatchSourceTimer
    private let database: DatabaseQueue

    /// Starts to look after a log each second.
    ///
    /// - Throws: `DatabaseError` where the file cannot be opened.
    init(path: String) throws {
        var configuration = Configuration()
        // The writer waits as long, if another process reads an old state of the log.
        configuration.busyMode = .timeout(0.05)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cache_size = -200")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        self.database = database
        let pageSize = try database.inDatabase { db in try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0 }
        let frame = pageSize + Self.frameHeader
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let memory = Mutex(Memory())
        timer.setEventHandler {
            guard Checkpointer.size(path) > Checkpointer.threshold else { return }
            // A checkpoint that fails is tried again in a second; the write-ahead log keeps everything meanwhile.
            try? database.inDatabase { db in
                try memory.withLock { memory in
                    let limit = Checkpointer.limit(folder, path)
                    try Checkpointer.move(db, frame, &memory, limit: limit)
                    guard memory.quiet >= Checkpointer.quiet, Checkpointer.size(path) > limit else { return }
                    _ = try db.checkpoint(.truncate)
                    memory = Memory()
                }
            }
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Waits for a checkpoint that runs, and begins no further one.
    ///
    /// To be called before the log is closed: a checkpoint of this connection would keep the write-ahead log from being
    /// truncated, and then the log is not in one file.
    func stop() {
        timer.cancel()
        queue.sync { try? database.close() }
    }

    /// The size up to which the write-ahead log may grow now, in bytes.
    private static func limit(_ folder: String, _ path: String) -> Int {
        BackupLock.isHeld(in: folder) && DiskFigures(log: path).freeBytes > 2 * backupLimit ? backupLimit : limit
    }

    /// Moves committed pages, and makes the writer restart the write-ahead log if it exceeds its limit.
    private static func move(_ db: Database, _ frame: Int, _ memory: inout Memory, limit: Int) throws {
        var (frames, moved) = try db.checkpoint(.passive)
        let used = frames == memory.restarted ? 0 : frames * frame
        memory.quiet = used < threshold ? memory.quiet + 1 : 0
        guard used > limit else { return }
        // What came while the last one ran is less each time, and the writer waits for less.
        for _ in 0..<repeats where (frames - moved) * frame > small { (frames, moved) = try db.checkpoint(.passive) }
        memory.restarted = try db.checkpoint(.restart).walFrameCount
    }

    /// The size of the write-ahead log, in bytes.
    private static func size(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        return attributes?[.size] as? Int ?? 0
    }
}
