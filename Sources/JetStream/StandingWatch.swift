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
    /// How often the servers are asked for their versions, how long each is waited for, and how many are asked.
    private static let greetingInterval: Duration = .seconds(60)
    private static let greetingPatience: Duration = .milliseconds(500)
    private static let mostServers = 16

    private struct State {
        var standing = JournalStanding()
        var greetedAt: ContinuousClock.Instant?
    }

    private let stream: JournalStream
    private let state = Mutex(State())

    init(_ stream: JournalStream) { self.stream = stream }

    /// How the order was when it was looked at last.
    var standing: JournalStanding { state.withLock { $0.standing } }

    /// Asks how the order is; without an answer it is as it was, and nobody leads.
    ///
    /// - Throws: `SearchBusError` with `journal-unreadable` where a server is too old to keep a journal.
    func look() throws {
        let found = try? stream.standing(milliseconds: Self.patience)
        state.withLock { state in
            let (last, advice) = (state.standing.last, state.standing.advice)
            state.standing = found ?? state.standing
            state.standing.last = found?.last ?? last
            state.standing.advice = advice
            guard found?.leader == nil else { return }
            state.standing.leader = nil
            state.standing.trouble = "Nobody leads the log's servers, or none of them answers"
        }
        let now = ContinuousClock.now
        guard state.withLock({ $0.greetedAt.map { now - $0 >= Self.greetingInterval } ?? true }) else { return }
        state.withLock { $0.greetedAt = now }
        try checkVersions()
    }

    /// Looks what the servers are, which may be others than a minute ago; one that is not reached is left.
    private func checkVersions() throws {
        let settings = stream.settings
        let greetings = settings.connection.servers.prefix(Self.mostServers).compactMap {
            ServerGreeting.read(from: $0, patience: Self.greetingPatience)
        }
        if let problem = ServerVersion.problem(greetings) { throw problem }
        let advice = ServerVersion.advice(greetings, replicas: settings.replicas)
        let isNew = state.withLock { state in
            defer { state.standing.advice = advice }
            return advice != state.standing.advice
        }
        if isNew, let advice { Executable.warn(advice) }
    }
}
