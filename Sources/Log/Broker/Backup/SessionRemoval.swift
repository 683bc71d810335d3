// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Takes sessions away from a log that no broker has.
public enum SessionRemoval {
    /// Takes every event of some sessions away.
    ///
    /// - Returns: What went; nothing of a session that the log does not have.
    /// - Throws: `SearchBusError` with `data-directory-in-use` where a broker runs, `log-corrupt`, `storage-full`,
    ///   `storage-failed`.
    public static func run(_ sessions: [String], dataDirectory: String) throws -> [RemovedSession] {
        let directory = try DataDirectory(path: dataDirectory)
        return try withExtendedLifetime(directory) {
            let store = try LogStore(path: "\(dataDirectory)/log.sqlite", durability: .power)
            _ = try store.carryOut(LogEntry([.remove(sessions: sessions)], time: .now(), hasPlace: true))
            let removed = try store.removeAll()
            try store.close()
            return removed
        }
    }
}
