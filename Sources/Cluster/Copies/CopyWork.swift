// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import JetStream
import NATS
import Replication
import Runtime
import Wire

/// What a keeper of copies does with disks and servers; belongs to its thread.
final class CopyWork {
    private static let folder = "copying"
    /// The time after which an incomplete file counts as abandoned, and the interval of the search for such files.
    private static let brokenOffAge: Int64 = 86_400_000_000
    private static let sweepInterval: Duration = .seconds(3600)

    let log: String
    let copies: LogCopies
    let indexes: IndexShare
    private let data: String
    private let files: FileStream
    private let journal: JournalUpkeep
    /// Whether the servers have refused this machine for good: another connection is needed.
    var isRefused: Bool { connection.isClosed }
    private let connection: NATSConnection
    /// Before this no other copy is made.
    var restsUntil = ContinuousClock.now
    /// Why the last snapshot failed, until one is made or none is needed.
    var failure: (any Error)?
    private var sweepsAt = ContinuousClock.now
    /// What this machine says of the copies of others; `nil` until it was looked up.
    private var claim: CopyClaim?

    /// Connects to the servers.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable` or `journal-unreadable`.
    init(_ settings: JetStreamSettings, data: String, machine: String) throws {
        connection = try settings.connect()
        files = FileStream(settings, on: connection)
        try files.prepare()
        journal = JournalUpkeep(settings, on: connection)
        copies = LogCopies(files: files)
        indexes = IndexShare(files, data: data, machine: machine)
        self.data = data
        log = "\(data)/log.sqlite"
    }

    /// How large the journal is.
    ///
    /// - Throws: `SearchBusError` with `epoch-changed` where it does not make this log.
    func size(of epoch: String) throws -> JournalSize {
        let (found, size) = try journal.size()
        guard found == epoch else {
            throw SearchBusError(.epochChanged, "The log is \(epoch), and the journal makes \(found).")
        }
        return size
    }

    /// Copies the log, which is written to meanwhile, reads the copy, and puts it where others find it.
    ///
    /// - Returns: The copies that there are now, the one that goes furthest last.
    /// - Throws: `SearchBusError`, and what `check` throws, which is asked now and then.
    func copy(for machine: String, epoch: String, check: () throws -> Void) throws -> [StoredCopy] {
        let folder = "\(data)/\(Self.folder)"
        try? FileManager.default.removeItem(atPath: folder)
        try Files.makeDirectory(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let target = "\(folder)/log.sqlite"
        let watch = WriterWatch(log: log)
        let pace = CopyPace(isNeeded: { watch.isBusy() }, wait: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) })
        try withExtendedLifetime(try BackupLock(dataDirectory: data)) {
            let copy = try LogCopy(of: log, to: target, pace: pace)
            try copy.approach()
            try check()
            _ = try copy.finish(holding: try HeldDatabase(path: log))
        }
        try check()
        // A snapshot whose entries are removed from the journal must be complete.
        _ = try LogVerification.run(path: target)
        guard let place = try ReplicaLog(path: target)?.copyPlace(of: epoch) else {
            throw SearchBusError(
                .busy,
                "The log was replaced while it was copied, or is another one than that of most."
            )
        }
        return try copies.put(target, at: place, of: epoch, machine: machine) { _ in try check() }
    }

    /// Says to all machines whose copies are of another log than this machine's.
    ///
    /// - Parameters:
    ///   - machine: What this machine is called.
    ///   - journal: What its broker says of the journal; `nil` where it has said nothing yet.
    ///   - epoch: What the log is called.
    /// - Returns: What is said.
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func noteClaim(of machine: String, by journal: JournalStatus?, epoch: String) throws -> CopyClaim {
        let known =
            try claim ?? copies.claims(of: epoch).first { $0.machine == machine } ?? CopyClaim(machine: machine)
        let next = journal.map { known.updated(by: $0) } ?? known
        if next != known { try copies.note(next, of: epoch) }
        claim = next
        return next
    }

    /// Takes back for them what machines say whose logs are known to be wrong, and what those that have gone say of machines
    /// that are alike: no other node would.
    ///
    /// - Parameters:
    ///   - claim: What this machine says.
    ///   - heard: The nodes that reported within the timeout; `nil` if this one has not listened that long.
    ///   - alike: The machines whose logs are alike with this one's.
    ///   - epoch: What the log is called.
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func overrule(by claim: CopyClaim, heard: Set<String>?, alike: Set<String>, epoch: String) throws {
        for other in try copies.claims(of: epoch) {
            let next = other.revised(by: claim, heard: heard ?? [other.machine], alike: alike)
            if next != other { try copies.note(next, of: epoch) }
        }
    }

    /// Takes away what of the journal lies below a place.
    func trim(below place: JournalPlace) throws { try journal.trim(below: place) }

    /// Removes abandoned uploads from time to time.
    func sweep(now: ContinuousClock.Instant) throws {
        guard now >= sweepsAt else { return }
        sweepsAt = now + Self.sweepInterval
        let limit = Timestamp(microseconds: Timestamp.now().microseconds - Self.brokenOffAge).description
        // Moments in RFC 3339 of one zone are in order as texts are, down to the second.
        for key in try files.brokenOff(where: { $0.prefix(19) < limit.prefix(19) }) { try files.remove(key) }
    }
}
