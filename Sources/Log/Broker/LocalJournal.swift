// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

/// The journal of a log of one broker: what waits is the next entry.
final class LocalJournal: Journal {
    private var commands: [LogCommand] = []
    private var clients: [BrokerClient?] = []

    let isShared = false
    let descriptor: Int32? = nil
    let isIdle = true
    let mayLag = false
    var isAtWork: Bool { !commands.isEmpty }

    func add(
        _ command: LogCommand,
        _ frames: ArraySlice<[UInt8]>,
        of client: BrokerClient,
        at now: ContinuousClock.Instant
    ) {
        commands.append(command)
        clients.append(client)
    }

    func deleteSessions(
        idleFor lifetime: Duration,
        through sequence: SequenceNumber,
        at now: ContinuousClock.Instant
    ) {
        commands.append(.expire(.through(sequence)))
        clients.append(nil)
    }

    func next(at now: ContinuousClock.Instant) -> LogEntry? {
        commands.isEmpty ? nil : LogEntry(commands, time: Timestamp.now(), hasPlace: false)
    }

    func note(_ outcomes: [LogOutcome], of entry: LogEntry, _ db: Database) {}

    func finish(_ entry: LogEntry) -> [BrokerClient?] {
        defer { (commands, clients) = ([], []) }
        return clients
    }

    func takeOverdue(at now: ContinuousClock.Instant) -> [(client: BrokerClient, error: SearchBusError)] { [] }

    func announce(_ frames: [[UInt8]]) {}

    func status(at now: ContinuousClock.Instant) -> JournalStatus? { nil }

    func close() {}
}
