// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import JetStream
import Replication
import Runtime
import SearchIndex
import Wire

/// Moves an app that does not run from the log of one machine to a log that several share, and back.
public struct ClusterMove {
    /// What came of it.
    public struct Outcome: Sendable, Hashable {
        /// What the log says of itself from now on.
        public let facts: LogFacts
        /// The folder of what was there before; `nil` where the log is the same.
        public let aside: String?
        /// The number of pending intents that are discarded; `nil` if none may be.
        public var intentsLeft: Int?

        /// The outcome as JSON, for programs.
        public var json: JSON { ["log": facts.json, "before": JSON(aside), "intentsLeft": JSON(intentsLeft)] }
    }

    private static let folder = "moving"
    private static let log = "log.sqlite"

    let data: String
    let journal: JetStreamSettings
    let machine: String

    private var path: String { "\(data)/\(Self.log)" }

    public init(data: String, journal: JetStreamSettings, machine: String) {
        (self.data, self.journal, self.machine) = (data, journal, machine)
    }

    /// Creates a replicated log from this node's log: every node begins with its snapshot, this one continues with
    /// its own.
    ///
    /// - Parameter undivided: Components that are one for all sessions.
    /// - Returns: What came of it.
    /// - Throws: `SearchBusError` with `data-directory-in-use` where the app runs, `journal-unreadable` where there is a shared
    ///   log already, `journal-unavailable`, `log-corrupt`, `storage-full`, `storage-failed`; then the log is unchanged.
    public func found(undivided: Set<String>) throws -> Outcome {
        let hold = try hold()
        return try withExtendedLifetime(hold) {
            let log = try log()
            guard log.place == nil else {
                throw SearchBusError(
                    .invalidArgument,
                    "The log in \(path) is one that several machines share already.",
                    remedy: "Start the app with it: `log` in the app file, or --journal."
                )
            }
            let connection = try journal.connect()
            let upkeep = JournalUpkeep(journal, on: connection)
            // Before all the work; it is looked at again when the journal is made.
            if try upkeep.exists() { try upkeep.found(log.epoch) }
            let files = FileStream(journal, on: connection)
            try files.prepare()
            let before = try LogVerification.run(path: path)
            return try inFolder { folder in
                let copy = "\(folder)/\(Self.log)"
                try HeldDatabase(path: path).copy(to: copy, pace: Self.pace) { _, _ in }
                try LogMove(path: copy, shards: journal.shards).enter(undivided: undivided)
                let facts = try LogVerification.run(path: copy)
                guard facts.head == before.head, facts.events == before.events, facts.epoch == before.epoch else {
                    throw SearchBusError(.storageFailed, "The copy of the log is not the log.")
                }
                try put(copy, in: LogCopies(files: files), epoch: facts.epoch, folder: folder) {
                    try upkeep.found(facts.epoch)
                }
                // If it is killed before, the log is replaced by the snapshot.
                try LogMove(path: path, shards: journal.shards).enter(undivided: undivided)
                return Outcome(facts: facts, aside: nil)
            }
        }
    }

    /// Puts the copy where machines find it, and fetches it once; it is removed where what comes then is refused.
    private func put(
        _ copy: String,
        in copies: LogCopies,
        epoch: String,
        folder: String,
        then body: () throws -> Void
    ) throws {
        guard let stored = try copies.put(copy, at: .zero, of: epoch, machine: machine).last else {
            throw SearchBusError(.journalUnavailable, "The log's servers have lost the copy that they took.")
        }
        do {
            try copies.fetch(stored, to: "\(folder)/fetched")
            try body()
        } catch {
            // Without a response, there may be a journal now that needs it.
            if (error as? SearchBusError)?.code != .journalUnavailable { try? copies.remove(stored) }
            throw error
        }
    }

    /// Makes the machine's copy of a shared log one of its own.
    ///
    /// - Parameter isForced: Whether entries of the journal that this node lacks, and intents without an outcome, are discarded:
    ///   the log then gets another epoch, since its sequence numbers have another meaning from now on.
    /// - Returns: The outcome.
    /// - Throws: `SearchBusError` with `data-directory-in-use` where the app runs, `events-missed` where the journal has more,
    ///   or a component has not folded everything; `journal-unavailable`, `log-corrupt`, `storage-full`, `storage-failed`. Then
    ///   the log is unchanged.
    public func leave(isForced: Bool) throws -> Outcome {
        let hold = try hold()
        let outcome = try withExtendedLifetime(hold) { () throws -> Outcome in
            let log = try log()
            guard log.place != nil else {
                throw SearchBusError(
                    .invalidArgument,
                    "The log in \(path) is of this machine alone already.",
                    remedy: "Start the app without a shared log: no `log` in the app file, no --journal."
                )
            }
            guard isForced else {
                try checkJournal(log)
                // It is moved where it lies: a damaged one stays as it is.
                _ = try LogVerification.run(path: path)
                try LogMove(path: path, shards: journal.shards).leave()
                return Outcome(facts: try LogVerification.run(path: path), aside: nil)
            }
            return try inFolder { folder in
                let copy = "\(folder)/\(Self.log)"
                try HeldDatabase(path: path).copy(to: copy, pace: Self.pace) { _, _ in }
                let left = try LogMove(path: copy, shards: journal.shards).leave(isForced: true)
                try LogRenewal.renew(path: copy, cursors: [:])
                let facts = try LogVerification.run(path: copy)
                return Outcome(facts: facts, aside: try putIntoPlace(copy), intentsLeft: left)
            }
        }
        // Newer versions of others are no longer fetched.
        let indexes = IndexDirectory(path: "\(data)/indexes")
        for name in indexes.newerVersions().keys { try indexes.note(newer: nil, of: name) }
        return outcome
    }

    /// Looks whether the machine has all of the journal.
    private func checkJournal(_ log: ReplicaLog) throws {
        let (epoch, size) = try JournalUpkeep(journal, on: try journal.connect()).size()
        guard epoch == log.epoch else {
            throw SearchBusError(.epochChanged, "The log is \(log.epoch), and the journal makes \(epoch).")
        }
        guard size.last > log.last else { return }
        throw SearchBusError(
            .eventsMissed,
            "The replicated log ends at entry \(size.last.rawValue), and this machine has it up to \(log.last.rawValue).",
            remedy:
                "Start the app on this machine once more, and stop it when all the others are. To leave what is missing behind: --force."
        )
    }

    private func putIntoPlace(_ copy: String) throws -> String {
        let stage = "\(data)/\(RestoreJournal.stage)"
        try? FileManager.default.removeItem(atPath: stage)
        try Files.makeDirectory(stage)
        guard rename(copy, "\(stage)/\(Self.log)") == 0 else {
            throw SearchBusError(.storageFailed, "Cannot move \(stage)/\(Self.log) to its path.")
        }
        let aside = RestoreJournal.asidePrefix + Identifier.make(length: 12)
        let outgoing = ["-wal", "-shm", "-places"].map { Self.log + $0 }
        try RestoreJournal(
            incoming: [Self.log],
            outgoing: outgoing.filter { access("\(data)/\($0)", F_OK) == 0 },
            aside: aside
        ).carryOut(in: data)
        return "\(data)/\(aside)"
    }

    // MARK: Files

    /// No process of the app runs: no pauses.
    private static var pace: CopyPace { CopyPace(isNeeded: { false }, wait: { _ in }) }

    private func hold() throws -> DataDirectory {
        guard access(data, F_OK) == 0 else { throw nothing }
        return try DataDirectory(path: data)
    }

    private func log() throws -> ReplicaLog {
        guard let log = try ReplicaLog(path: path) else { throw nothing }
        return log
    }

    private var nothing: SearchBusError {
        SearchBusError(
            .dataDirectoryUnusable,
            "There is no log in \(data): its app was never started.",
            remedy: "Name the app file, or the data directory with --data."
        )
    }

    private func inFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
        let folder = "\(data)/\(Self.folder)"
        try? FileManager.default.removeItem(atPath: folder)
        try Files.makeDirectory(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }
}
