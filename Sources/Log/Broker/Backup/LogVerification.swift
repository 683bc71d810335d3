// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// Reads all of a log without writers, and verifies it.
public enum LogVerification {
    /// How many events are read between two reports.
    private static let interval = 4_096

    /// Checks a log.
    ///
    /// - Parameters:
    ///   - path: The file, which stays as it is.
    ///   - onProgress: Called with the number of events read.
    /// - Returns: What the log says of itself.
    /// - Throws: `SearchBusError` with `log-corrupt` for one that is damaged, or of a newer version.
    public static func run(path: String, onProgress: (Int) -> Void = { _ in }) throws -> LogFacts {
        try HeldDatabase.read(path) { db in
            let facts = try LogFacts(db)
            try checkStructure(db, path)
            try checkEvents(db, facts, onProgress)
            return facts
        }
    }

    /// Checks the structure of any SQLite database without writers.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt`.
    public static func checkDatabase(path: String) throws {
        try HeldDatabase.read(path) { db in try checkStructure(db, path) }
    }

    private static func checkStructure(_ db: Database, _ path: String) throws {
        try LogCheck.checkStructure(db) { SearchBusError(.logCorrupt, "\(path) is damaged: \($0).") }
    }

    private static func checkEvents(_ db: Database, _ facts: LogFacts, _ onProgress: (Int) -> Void) throws {
        let events = try EventTable.events(db)
        var count = 0
        while let event = try events.next() {
            try event.check()
            count += 1
            if count.isMultiple(of: interval) { onProgress(count) }
        }
        onProgress(count)
    }
}
