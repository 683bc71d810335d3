// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Wire

extension LogStore {
    /// Carries out the commands of an entry in one transaction with what is noted of them.
    ///
    /// All or nothing: a command that is carried out again, alone or before the others, may have another effect than on the
    /// machines where nothing failed.
    ///
    /// - Parameters:
    ///   - commands: In order.
    ///   - now: What events get for a time.
    ///   - note: Writes something more, given what came of the commands.
    /// - Returns: What came of each command, and the events to publish, in order.
    /// - Throws: `SearchBusError` where the disk fails; nothing was stored then.
    func carryOut(
        _ commands: [LogCommand],
        now: Timestamp,
        noting note: (Database, [LogOutcome]) throws -> Void
    ) throws(SearchBusError) -> (outcomes: [LogOutcome], publications: [Publication]) {
        let moment = Moment(now)
        var outcomes: [LogOutcome] = []
        var publications: [Publication] = []
        var leaving: [SessionRemovals.Leaving] = []
        try transaction { db in
            for command in commands {
                switch command {
                case .append(let append):
                    outcomes.append(.appended(try self.append(append, moment, db, &publications)))
                case .claim(let components, let nonce):
                    outcomes.append(.claimed(try claim(components, nonce: nonce, db)))
                case .remove(let sessions):
                    let (gone, topics) = try beginRemoval(try existing(sessions, db), db)
                    leaving += topics
                    outcomes.append(.removed(gone))
                case .expire(let moment):
                    // The rows have to tell who is idle.
                    try writeActivity(db)
                    let (gone, topics) = try beginRemoval(try idle(since: moment, limit: Self.mostExpired, db), db)
                    leaving += topics
                    outcomes.append(.removed(gone))
                }
            }
            try note(db, outcomes)
        }
        removals.add(leaving)
        return (outcomes, publications)
    }
}
