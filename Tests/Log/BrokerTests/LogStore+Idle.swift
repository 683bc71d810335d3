// SPDX-License-Identifier: MIT

import Bus

@testable import Broker

extension LogStore {
    /// Deletes idle sessions as `LogCommand.expire` does; answers which.
    func expireSessions(idleThrough sequence: SequenceNumber, limit: Int = mostExpired) throws -> [String] {
        let (sessions, leaving) = try writing { db in
            try writeActivity(db)
            return try beginRemoval(try self.sessions(.through(sequence), limit: limit, db), db)
        }
        removals.add(leaving)
        return sessions
    }
}
