// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB

extension LogStore {
    /// How many sessions there are, as far as was written down.
    ///
    /// - Throws: `SearchBusError` where the disk fails.
    func sessionCount() throws -> Int {
        try reading { db in try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM sessions")) ?? 0 }
    }
}
