// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Glibc
import Wire

/// Reads a log that its broker may have open.
public enum LogFile {
    /// How many bytes of events a page holds before it is closed.
    private static let pageBytes = 8 << 20

    /// Runs a closure on an open log; returns `nil` if the file is missing or empty.
    package static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value? {
        guard access(path, F_OK) == 0 else { return nil }
        return try HeldDatabase.read(path, cacheKiB: 200) { db in try LogSchema.checkOwner(db) > 0 ? body(db) : nil }
    }

    /// Up to where a component has folded all events of a kind.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - kind: The kind.
    ///   - path: Where the log is.
    /// - Returns: What the log is called, and the sequence number: the head of the log, or the one before the first event that
    ///   the component has yet to fold; `nil` where there is no log.
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-failed`.
    public static func folded(
        by component: String,
        of kind: Topic.Kind,
        path: String
    ) throws -> (epoch: String, sequence: SequenceNumber)? {
        try read(path) { db in
            // In this order: whatever is appended or folded meanwhile lies beyond what is returned.
            let cursor = try ComponentTable.entry(of: component, db).sequence
            let state = try LogSchema.readState(db)
            let next = try EventTable.events(under: TopicPrefix(kind), after: cursor, upTo: state.head, limit: 1, db)
                .map { SequenceNumber(rawValue: max($0.sequence.rawValue, 1) - 1) }.next()
            return (state.epoch, next ?? state.head)
        }
    }

    /// The events of one kind on a log after a sequence number, a page at a time.
    ///
    /// - Parameters:
    ///   - kind: The kind of their topics.
    ///   - sequence: The sequence number that they come after.
    ///   - limit: The maximum number of events.
    ///   - path: Where the log is.
    /// - Returns: The page; `nil` where there is no log.
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-failed`.
    public static func replay(
        _ kind: Topic.Kind,
        after sequence: SequenceNumber,
        limit: Int = 256,
        path: String
    ) throws -> ReplayPage? {
        try read(path) { db in
            // The state first: what is appended meanwhile is on the next page.
            let state = try LogSchema.readState(db)
            let prefix = TopicPrefix(kind)
            let rows = try EventTable.events(under: prefix, after: sequence, upTo: state.head, limit: limit, db)
            var events: [Event] = []
            var bytes = 0
            var isWhole = true
            while let row = try rows.next() {
                events.append(try row.event())
                bytes += try row.size()
                guard events.count < limit, bytes < pageBytes else {
                    isWhole = false
                    break
                }
            }
            return ReplayPage(
                events: events,
                through: isWhole ? max(state.head, sequence) : events.last?.sequence ?? sequence,
                head: state.head,
                epoch: state.epoch,
                trimmed: state.trimmed > sequence ? state.trimmed : nil,
                diverged: sequence > state.head ? state.head : nil
            )
        }
    }
}
