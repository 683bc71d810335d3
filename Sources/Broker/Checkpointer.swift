// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Dispatch
import Foundation
import GRDB
import Synchronization

/// Moves what was committed from the write-ahead log into the database file, on a queue of its own, so that no append
/// waits for it.
///
/// Passive checkpoints block neither readers nor the writer, but while somebody writes all the time they never catch up
/// and the write-ahead log grows. Where it has grown large, what little a passive checkpoint has left is therefore moved
/// while the writer waits, which then begins at the file's start again: pages that are there already cost less than new
/// ones. When little is written any more, the file is cut.
final class Checkpointer {
    /// The size of the write-ahead log from which it is worth the work, in bytes.
    private static let threshold = 4 << 20
    /// The size up to which it may grow, in bytes.
    private static let limit = 32 << 20
    /// What a page has beside it in the write-ahead log, in bytes.
    private static let frameHeader = 24

    /// How many more passive checkpoints come before the writer has to wait.
    private static let repeats = 3

    private let queue = DispatchQueue(label: "checkpoint", qos: .utility)
    private let timer: any DispatchSourceTimer

    /// Starts to look after a log each second.
    ///
    /// - Throws: `DatabaseError` where the file cannot be opened.
    init(path: String) throws {
        var configuration = Configuration()
        // The writer waits as long, where somebody else reads an old moment of the log.
        configuration.busyMode = .timeout(0.05)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cache_size = -200")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        let pageSize = try database.inDatabase { db in try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0 }
        let frame = pageSize + Self.frameHeader
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // Where the writer was told to begin anew: as long as it has not written since, the old frames are counted still.
        let restarted = Mutex(0)
        timer.setEventHandler {
            guard Checkpointer.size(path) > Checkpointer.threshold else { return }
            // A checkpoint that fails is tried again in a second; the write-ahead log keeps everything meanwhile.
            try? database.inDatabase { db in
                let frames = try db.checkpoint(.passive).walFrameCount
                let used = frames == restarted.withLock(\.self) ? 0 : frames * frame
                // A backup holds a moment of the log: waiting for it would only hold up the writer.
                if BackupLock.isHeld(in: folder) { return }
                if used > Checkpointer.limit {
                    // What came while the last one ran is less each time, and the writer waits for less.
                    for _ in 0..<Checkpointer.repeats { _ = try db.checkpoint(.passive) }
                    let count = try db.checkpoint(.restart).walFrameCount
                    restarted.withLock { $0 = count }
                } else if used < Checkpointer.threshold, Checkpointer.size(path) > Checkpointer.limit {
                    _ = try db.checkpoint(.truncate)
                    restarted.withLock { $0 = 0 }
                }
            }
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// The size of the write-ahead log, in bytes.
    private static func size(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        return attributes?[.size] as? Int ?? 0
    }
}
