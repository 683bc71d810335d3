// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Runtime
import Synchronization
import Wire

/// The broker: orders appends, stores them, publishes them and acknowledges them.
///
/// One thread does all of it, in that order. What waits on the sockets after a commit makes the next group, so the busier
/// it is, the more appends share a commit.
public final class BrokerServer: Sendable {
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
        let path = configuration.logPath
        let (store, journal): (LogStore, any Journal) =
            try configuration.openShared?(configuration)
            ?? (LogStore(path: path, durability: configuration.durability), LocalJournal())
        defer { close(store, journal) }
        let checkpointer: Checkpointer
        do {
            checkpointer = try Checkpointer(path: path)
        } catch {
            throw SearchBusError(.storageFailed, "The log \(path) cannot be opened twice: \(error)")
        }
        defer { checkpointer.stop() }
        let loop = try BrokerLoop(configuration: configuration, store: store, journal: journal, wakeUp: wakeUp)
        onReady()
        try loop.run { mustStop.load(ordering: .relaxed) }
    }

    private func close(_ store: LogStore, _ journal: any Journal) {
        do {
            try store.close()
        } catch {
            // The next broker finds a log that was not closed, and opens it as after a kill.
            Executable.warn("The log could not be closed in order: \(error)")
        }
        journal.close()
    }

    /// Makes `run` return after the work at hand; may be called from any thread.
    public func stop() {
        mustStop.store(true, ordering: .relaxed)
        wakeUp.ring()
    }
}
