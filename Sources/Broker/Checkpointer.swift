// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Dispatch
import Foundation
import GRDB

/// Moves what was committed from the write-ahead log into the database file, on a queue of its own, so that no append
/// waits for it.
///
/// Passive checkpoints block neither readers nor the writer.
final class Checkpointer {
    /// The size of the write-ahead log from which it is worth the work, in bytes.
    private static let threshold = 4 << 20

    private let queue = DispatchQueue(label: "checkpoint", qos: .utility)
    private let timer: any DispatchSourceTimer

    /// Starts to look after a log each second.
    ///
    /// - Throws: `DatabaseError` where the file cannot be opened.
    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cache_size = -200")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        timer.setEventHandler {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
            guard let size = attributes?[.size] as? Int, size > Checkpointer.threshold else { return }
            // A checkpoint that fails is tried again in a second; the write-ahead log keeps everything meanwhile.
            try? database.inDatabase { db in try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
        }
        timer.activate()
    }

    deinit { timer.cancel() }
}
