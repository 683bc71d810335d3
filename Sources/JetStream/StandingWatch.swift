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

    private let stream: JournalStream
    private let state = Mutex(JournalStanding())

    init(_ stream: JournalStream) { self.stream = stream }

    /// How the order was when it was looked at last.
    var standing: JournalStanding { state.withLock { $0 } }

    /// Asks how the order is; without an answer it is as it was, and nobody leads.
    func look() {
        let found = try? stream.standing(milliseconds: Self.patience)
        state.withLock { standing in
            let (last, advice) = (standing.last, standing.advice)
            standing = found ?? standing
            standing.last = found?.last ?? last
            standing.advice = advice
            guard found?.leader == nil else { return }
            standing.leader = nil
            standing.trouble = "Nobody leads the log's servers, or none of them answers"
        }
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
        let isNew = state.withLock { standing in
            defer { standing.advice = advice }
            return advice != standing.advice
        }
        if isNew, let advice { Executable.warn(advice) }
    }
}
