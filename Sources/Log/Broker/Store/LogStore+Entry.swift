// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// An event to publish.
package struct Publication: Sendable {
    package let topic: String
    package let body: MessageBody
    /// Whether it is on the log, where subscribers find it that missed it.
    package let isStored: Bool
}

/// What came of an entry.
package struct EntryResult {
    package var outcomes: [LogOutcome] = []
    package var publications: [Publication] = []
    package var failure: SearchBusError?

    package init(failure: SearchBusError? = nil) { self.failure = failure }
}

extension LogStore {
    /// A time in the forms that an entry needs it in.
    struct Moment {
        let milliseconds: Int64
        let text: String

        init(_ time: Timestamp) {
            milliseconds = time.microseconds / 1000
            text = time.description
        }
    }

    /// Carries out an entry in one transaction with what is noted of it: all commands that are in order, or, when the disk
    /// fails, none.
    ///
    /// A command that is carried out again, alone or before the others, may have another effect than on the nodes where nothing
    /// failed. Events that are only published need no disk, and are published even if the others are refused.
    ///
    /// - Throws: `SearchBusError` where the disk fails and the entry must be retried; nothing was stored then.
    package func carryOut(
        _ entry: LogEntry,
        noting note: (Database, [LogOutcome]) throws -> Void = { _, _ in }
    ) throws(SearchBusError) -> EntryResult {
        let moment = Moment(entry.time)
        guard !entry.commands.allSatisfy(\.isTransient) else { return announce(entry, moment) }
        var result = EntryResult()
        var leaving: [SessionRemovals.Leaving] = []
        do {
            try transaction { db in
                for command in entry.commands {
                    result.outcomes.append(try carryOut(command, moment, db, &result.publications, &leaving))
                }
                try note(db, result.outcomes)
            }
        } catch {
            guard !entry.hasPlace else { throw error }
            return announce(entry, moment, unless: error)
        }
        removals.add(leaving)
        witness?.note(head)
        return result
    }

    private func carryOut(
        _ command: LogCommand,
        _ moment: Moment,
        _ db: Database,
        _ publications: inout [Publication],
        _ leaving: inout [SessionRemovals.Leaving]
    ) throws -> LogOutcome {
        let sessions: [String]
        switch command {
        case .append(let append): return try self.append(append, moment, db, &publications)
        case .claim(let components, let nonce): return .claimed(try claim(components, nonce: nonce, db))
        case .remove(let names): sessions = try existing(names, db)
        case .expire(let idle):
            // The rows have to tell who is idle.
            try writeActivity(db)
            sessions = try self.sessions(idle, limit: Self.mostExpired, db)
        }
        let (gone, topics) = try beginRemoval(sessions, db)
        leaving += topics
        return .removed(gone)
    }

    /// Runs a body in a transaction, with as little as that costs; where something fails, nothing of it stays.
    func transaction(_ body: (Database) throws -> Void) throws(SearchBusError) {
        if let obstacle { throw obstacle }
        try reload()
        let before = marks
        do {
            try queue.inDatabase { db in try statements.transaction { try body(db) } }
        } catch {
            rollBack(to: before)
            throw (error as? DatabaseError).map { SearchBusError(storage: $0) } ?? error as? SearchBusError
                ?? SearchBusError(.storageFailed, "The append failed: \(error)")
        }
    }

    /// Publishes what is not stored; the other commands of the entry have failed.
    private func announce(_ entry: LogEntry, _ moment: Moment, unless failure: SearchBusError? = nil) -> EntryResult {
        var result = EntryResult(failure: failure)
        for command in entry.commands {
            if case .append(let append) = command, command.isTransient {
                result.outcomes.append(.appended(AppendReceipt(first: .zero, last: .zero)))
                result.publications += append.events.map { transient($0, moment) }
            } else if let failure {
                result.outcomes.append(.refused(failure))
            }
        }
        return result
    }
}
