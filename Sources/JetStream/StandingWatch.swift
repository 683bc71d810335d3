// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Journal
import NATS
import Runtime
import Synchronization
import Wire

/// Looks again and again how the order is, and what its servers are.
final class StandingWatch: Sendable {
    /// How long whoever leads the servers is waited for.
    private static let patience: Int64 = 1000
    /// How long a server is waited for that is asked for its version, and how many are asked.
    private static let greetingPatience: Duration = .milliseconds(500)
    private static let mostServers = 16

    private struct State {
        var standing = JournalStanding()
        /// What people are to know of the stream, and of its servers' versions.
        var replicas: String?
        var versions: String?
    }

    private let stream: JournalStream
    private let state = Mutex(State())

    init(_ stream: JournalStream) { self.stream = stream }

    /// How the order was when it was looked at last.
    var standing: JournalStanding {
        state.withLock { state in
            var standing = state.standing
            let advice = [state.replicas, state.versions].compactMap { $0 }
            standing.advice = advice.isEmpty ? nil : advice.joined(separator: " ")
            return standing
        }
    }

    /// Asks how the order is; without an answer it is as it was, and nobody leads.
    func look() {
        let found = try? stream.standing(milliseconds: Self.patience)
        let news: String? = state.withLock { state in
            let (last, replicas) = (state.standing.last, state.replicas)
            if let found { (state.standing, state.replicas) = (found, found.advice) }
            state.standing.last = found?.last ?? last
            if found?.leader == nil {
                state.standing.leader = nil
                state.standing.trouble = "Nobody leads the log's servers, or none of them answers"
            }
            return state.replicas == replicas ? nil : state.replicas
        }
        if let news { Executable.warn(news) }
    }

    /// Looks what the servers are, which may be others than before; one that is not reached is left.
    ///
    /// Nobody else ought to wait for it: where no name server answers, it takes long.
    ///
    /// - Throws: `SearchBusError` with `journal-unreadable` where a server is too old to keep a journal.
    func checkVersions() throws {
        let settings = stream.settings
        let greetings = settings.connection.servers.prefix(Self.mostServers).compactMap {
            ServerGreeting.read(from: $0, patience: Self.greetingPatience)
        }
        if let problem = ServerVersion.problem(greetings) { throw problem }
        let advice = ServerVersion.advice(greetings, replicas: settings.replicas)
        let isNew = state.withLock { state in
            defer { state.versions = advice }
            return advice != state.versions
        }
        if isNew, let advice { Executable.warn(advice) }
    }
}
