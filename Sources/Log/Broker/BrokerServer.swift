// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import Journal
import Runtime
import Synchronization
import Wire
import ZeroMQ

/// The broker: orders appends, stores them, publishes them and acknowledges them.
///
/// One thread does all of it, in that order. What waits on the sockets after a commit makes the next group, so the busier
/// it is, the more appends share a commit.
public final class BrokerServer: Sendable {
    /// How long servers are waited for before the machine's own copy of the log is read without them.
    private static let journalPatience: Duration = .seconds(5)

    private let configuration: BrokerConfiguration
    private let directory: DataDirectory
    private let wakeUp: WakeUp
    private let mustStop = Atomic<Bool>(false)

    /// Prepares a broker and takes hold of its data directory.
    ///
    /// - Throws: `SearchBusError` with `data-directory-in-use`, `data-directory-unusable` or `path-too-long`.
    public init(_ configuration: BrokerConfiguration) throws {
        self.configuration = configuration
        directory = try DataDirectory(path: configuration.dataDirectory)
        wakeUp = try WakeUp()
        _ = try BusEndpoints(runtimeDirectory: configuration.runtimeDirectory)
        do {
            try Files.makeDirectory(configuration.runtimeDirectory)
        } catch {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "The runtime directory \(configuration.runtimeDirectory) cannot be created.",
                remedy: "Choose a directory that you can write to with --runtime."
            )
        }
    }

    /// Works on the calling thread until `stop` is called or, where so configured, standard input ends.
    ///
    /// - Parameter onReady: Called once when the sockets listen.
    /// - Throws: `SearchBusError` for a log that cannot be opened or an address that is taken.
    public func run(onReady: () -> Void = {}) throws {
        let path = "\(configuration.dataDirectory)/log.sqlite"
        let journal = try beginJournal(log: path)
        defer { journal?.close() }
        let store =
            try journal.map { try LogStore(path: path, durability: configuration.durability, journal: $0.epoch) }
            ?? LogStore(path: path, durability: configuration.durability)
        defer { close(store) }
        let checkpointer: Checkpointer
        do {
            checkpointer = try Checkpointer(path: path)
        } catch {
            throw SearchBusError(.storageFailed, "The log \(path) cannot be opened twice: \(error)")
        }
        let loop = try BrokerLoop(configuration: configuration, store: store, journal: journal, wakeUp: wakeUp)
        onReady()
        try loop.run { mustStop.load(ordering: .relaxed) }
        _ = checkpointer
    }

    /// The journal, and a log with which it can be followed; if no server is reached and the node has a log, one
    /// that is reached later.
    private func beginJournal(log path: String) throws -> (any Journal)? {
        guard let make = configuration.makeJournal else { return nil }
        var reached: (any Journal)?
        if let log = try ReplicaLog(path: path), log.mayBeShown {
            let late = try LateJournal(of: path, epoch: log.epoch, make)
            reached = try late.firstAttempt(within: Self.journalPatience)
            if reached == nil {
                let reason = late.obstacle.map { ": \($0)" } ?? ""
                Executable.warn("This machine's copy of the log is read until the log's servers are reached\(reason)")
                return late
            }
        }
        // Who has no log has nothing to show before they are.
        let journal = try reached ?? make()
        try ReplicaStart.prepare(configuration.dataDirectory, for: journal)
        return journal
    }

    private func close(_ store: LogStore) {
        do {
            try store.close()
        } catch {
            // The next broker finds a log that was not closed, and opens it as after a kill.
            Executable.warn("The log could not be closed in order: \(error)")
        }
    }

    /// Makes `run` return after the work at hand; may be called from any thread.
    public func stop() {
        mustStop.store(true, ordering: .relaxed)
        wakeUp.ring()
    }
}
