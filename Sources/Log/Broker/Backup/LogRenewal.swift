// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB
import Wire

/// Makes a log of its own of a copy of one: the same events at the same places, under a new epoch.
///
/// Readers of the copied log may have seen sequence numbers that the copy will give to other events; the epoch shows
/// them that their numbers are invalid.
public enum LogRenewal {
    /// How many events are rewritten at a time.
    private static let step = 64

    /// Gives a closed log a new epoch.
    ///
    /// If this fails half-way the file is useless: its owner has another copy.
    ///
    /// - Parameters:
    ///   - path: The log.
    ///   - cursors: How far components are to have folded that have to fold again; none moves forward.
    ///   - epoch: The new epoch, as long as the old one.
    ///   - onProgress: Called with the number of rewritten events.
    /// - Returns: The epoch before.
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-full`, `storage-failed`.
    @discardableResult
    public static func renew(
        path: String,
        cursors: [String: SequenceNumber],
        epoch: String = Identifier.make(length: 16),
        onProgress: (Int) -> Void = { _ in }
    ) throws -> String {
        // Half of it is thrown away, so it needs no journal.
        let settings = """
            PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000
            """
        return try LogSchema.change(path, settings) { db in
            let before = try LogSchema.readState(db)
            try rewrite(db, from: before.epoch, to: epoch, onProgress)
            try MetaTable.write(epoch, to: .epoch, db)
            // No sequence number of this epoch was given yet, so none can have been lost.
            try MetaTable.write("", to: .token, db)
            // A journal that made the log before makes nothing of this epoch.
            try LogSchema.endReplica(db)
            for (component, place) in cursors { try ComponentTable.moveBack(component, to: place, db) }
            return before.epoch
        }
    }

    private static func rewrite(_ db: Database, from: String, to: String, _ onProgress: (Int) -> Void) throws {
        let (old, new) = (marker(from), marker(to))
        var (last, count) = (SequenceNumber.zero, 0)
        while true {
            let events = try Array(
                EventTable.events(after: last, limit: step, db).map {
                    ($0.sequence, $0.topic, Data(try $0.body().bytes))
                }
            )
            guard let end = events.last?.0 else { return }
            for (sequence, topic, bytes) in events {
                var body = bytes
                guard let range = body.range(of: old) else { continue }
                body.replaceSubrange(range, with: new)
                try EventTable.rewrite(body, at: sequence, topic: topic, db)
            }
            last = end
            count += events.count
            onProgress(count)
        }
    }

    /// How the broker writes an epoch into an event, right before its data.
    ///
    /// A text of a sender cannot hold it: there its quotes would be escaped.
    private static func marker(_ epoch: String) -> Data { Data(#","epoch":"\#(epoch)","data":"#.utf8) }
}
