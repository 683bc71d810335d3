// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// Checks whether a log adds up: whether what its tables say of each other is true.
enum LogCheck {
    /// Cheap checks: no cursor and no topic is beyond the events.
    static func check(_ store: LogStore, _ db: Database) throws {
        let cursor = try ComponentTable.cursors(db).values.max() ?? .zero
        guard try EventTable.last(db) <= store.head, cursor <= store.head,
            try LostTable.all(db).last?.last ?? .zero <= store.head,
            store.retention.mark(of: [.all]) <= store.head
        else {
            throw failure(
                "a component has folded up to \(cursor.rawValue), but the last sequence number is \(store.head.rawValue)"
            )
        }
    }

    /// What takes reading the whole file: of a log that may have lost something, or was copied while it was written.
    static func checkWhole(_ store: LogStore, _ db: Database) throws {
        try checkStructure(db, failure)
        let nameless = try EventTable.countWithoutTopic(db)
        guard nameless == 0 else { throw failure("\(nameless) events have no topic") }
        let later = try TopicTable.count(after: store.head, db)
        guard later == 0 else { throw failure("\(later) topics have events after the last sequence number") }
        // After the mark nothing was removed.
        let mark = Int64(store.retention.mark(of: [.all]).rawValue)
        let count = try EventTable.count(after: store.retention.mark(of: [.all]), db)
        let last = Int64(try EventTable.last(db).rawValue)
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

    /// Checks the structure of any SQLite database.
    ///
    /// - Throws: The failure that is made of what SQLite reports.
    static func checkStructure(_ db: Database, _ failure: (String) -> SearchBusError) throws {
        let report = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard report == "ok" else { throw failure(report) }
    }

    private static func failure(_ reason: String) -> SearchBusError {
        SearchBusError(
            .logCorrupt,
            "The log does not add up: \(reason). It may have been copied while a broker was writing.",
            remedy: "Restore a copy that was made with SQLite's `.backup`, or while the app was stopped."
        )
    }
}
