// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

/// Checks whether a log adds up: whether what its tables say of each other is true.
enum LogCheck {
    /// Cheap checks: no cursor and no topic is beyond the events.
    static func check(_ store: LogStore, _ db: Database) throws {
        let rows = try Row.fetchOne(
            db,
            sql: """
                SELECT (SELECT max(sequence) FROM events), (SELECT max(sequence) FROM cursors),
                (SELECT max(last) FROM lost)
                """
        )
        func place(_ column: Int) -> UInt64 { UInt64((rows?[column] as Int64?) ?? 0) }
        let head = store.head.rawValue
        guard place(0) <= head, place(1) <= head, place(2) <= head, store.mark(of: [.all]).rawValue <= head
        else {
            throw failure("a component has folded up to \(place(1)), but the last sequence number is \(head)")
        }
    }

    /// What takes reading the whole file: of a log that may have lost something, or was copied while it was written.
    static func checkWhole(_ store: LogStore, _ db: Database) throws {
        let report = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard report == "ok" else { throw failure(report) }
        let nameless = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM events LEFT JOIN topics ON topics.id = topic WHERE topics.id IS NULL"
        )
        guard nameless == 0 else { throw failure("\(nameless ?? 0) events have no topic") }
        let later = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM topics WHERE last > ?",
            arguments: [Int64(store.head.rawValue)]
        )
        guard later == 0 else { throw failure("\(later ?? 0) topics have events after the last sequence number") }
        // After the mark nothing was removed.
        let mark = Int64(store.mark(of: [.all]).rawValue)
        let count =
            try Int64.fetchOne(db, sql: "SELECT count(*) FROM events WHERE sequence > ?", arguments: [mark]) ?? 0
        let last = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM events") ?? 0
        var wanted = max(last - mark, 0)
        for stretch in store.lost where stretch.first.rawValue <= UInt64(last) {
            // A stretch and the place behind it have no events.
            let first = max(Int64(stretch.first.rawValue), mark + 1)
            wanted -= max(Int64(stretch.last.rawValue) + 2 - first, 0)
        }
        guard count == wanted else {
            throw failure("\(wanted) events should lie between \(mark) and \(last), but \(count) do")
        }
    }

    private static func failure(_ reason: String) -> SearchBusError {
        SearchBusError(
            .logCorrupt,
            "The log does not add up: \(reason). It may have been copied while a broker was writing.",
            remedy: "Restore a copy that was made with SQLite's `.backup`, or while the app was stopped."
        )
    }
}
