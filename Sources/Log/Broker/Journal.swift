// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// A client that waits for an answer.
package struct BrokerClient: Sendable, Hashable {
    /// The number of its connection.
    let peer: Int
    /// Whether it is a process of this machine and this user.
    let isLocal: Bool
    /// The first frame of the command, which the answer repeats.
    let correlation: [UInt8]
}

/// Commands that are carried out together, in one transaction.
package struct LogEntry {
    package let commands: [LogCommand]
    /// What events get for a time where they name none.
    package let time: Timestamp
    /// Whether its place in the order is final: if the disk fails, it is retried, and no later entry is carried out before it.
    ///
    /// An entry without a place is refused instead.
    package let hasPlace: Bool

    package init(_ commands: [LogCommand], time: Timestamp, hasPlace: Bool) {
        (self.commands, self.time, self.hasPlace) = (commands, time, hasPlace)
    }
}

/// Puts the commands that change a log in order.
///
/// The broker adds what its clients send, and carries out one entry after the other. Only its thread makes calls. A log of one
/// broker has a `LocalJournal`; brokers that share a log have one that agrees with the others.
package protocol Journal: AnyObject {
    /// Whether other brokers add commands too.
    var isShared: Bool { get }

    /// Readable while there may be a next entry; `nil` where only this broker adds commands. It may change.
    var descriptor: Int32? { get }

    /// Whether an entry may be ready although `descriptor` is not readable.
    var isAtWork: Bool { get }

    /// Whether no client waits for an entry.
    var isIdle: Bool { get }

    /// Takes a command in.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - frames: The same as it came.
    ///   - client: Who gets the answer, once it was carried out.
    ///   - now: The time.
    /// - Throws: `SearchBusError` for a command that is refused.
    func add(
        _ command: LogCommand,
        _ frames: ArraySlice<[UInt8]>,
        of client: BrokerClient,
        at now: ContinuousClock.Instant
    ) throws

    /// Has idle sessions deleted by one of the next entries.
    ///
    /// - Parameters:
    ///   - lifetime: How long they had no event, where the times of events decide.
    ///   - sequence: The last sequence number of such a session, where this broker's clock decides.
    ///   - now: The time.
    /// - Throws: `SearchBusError` where the disk fails.
    func deleteSessions(
        idleFor lifetime: Duration,
        through sequence: SequenceNumber,
        at now: ContinuousClock.Instant
    ) throws

    /// The entry to carry out next, the same until it is finished; `nil` if nothing is in order.
    ///
    /// - Throws: `SearchBusError` where the order cannot be followed any longer.
    func next(at now: ContinuousClock.Instant) throws -> LogEntry?

    /// Notes what came of the next entry, in the transaction that carries it out.
    func note(_ outcomes: [LogOutcome], of entry: LogEntry, _ db: Database) throws

    /// The next entry was carried out, or refused.
    ///
    /// - Returns: The client of each command, as far as it waits for it here.
    func finish(_ entry: LogEntry) -> [BrokerClient?]

    /// The clients that have waited too long, with what they get for an answer.
    func takeOverdue(at now: ContinuousClock.Instant) -> [(client: BrokerClient, error: SearchBusError)]

    /// Whether the order may have entries that were not carried out here.
    var mayLag: Bool { get }

    /// Tells the other brokers an event that is not stored.
    func announce(_ frames: [[UInt8]])

    /// How the order is; `nil` for a log of one broker.
    func status(at now: ContinuousClock.Instant) -> JournalStatus?

    /// Ends the connection to others; what was added may still be carried out by them.
    func close()
}
