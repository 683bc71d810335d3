// SPDX-License-Identifier: MIT

import NATS
import Replication
import Runtime
import Synchronization
import Wire

/// Looks again and again how the order is, and what its servers are.
final class StandingWatch: Sendable {
    /// The timeout of the leader's response.
    private static let patience: Int64 = 1000
    /// How long a server is waited for that is asked for its version, and how many are asked.
    private static let greetingPatience: Duration = .milliseconds(500)
    private static let mostServers = 16

    private struct State {
        var standing = JournalStanding()
        /// What people are to know of the journal's stream, of the files', and of the servers' versions.
        var replicas: String?
        var files: String?
        var versions: String?
    }

    private let stream: JournalStream
    private let state = Mutex(State())

    init(_ stream: JournalStream) { self.stream = stream }

    /// How the order was when it was looked at last.
    var standing: JournalStanding {
        state.withLock { state in
            var standing = state.standing
            let advice = [state.replicas, state.files, state.versions].compactMap { $0 }
            standing.advice = advice.isEmpty ? nil : advice.joined(separator: " ")
            return standing
        }
    }

    /// Requests the stream's state; without a response it is unchanged, without a leader.
    func look() {
        let found = try? stream.standing(milliseconds: Self.patience)
        let knownFiles = state.withLock { $0.files }
        // Without a response for the journal, there is none for files either.
        let files = found == nil ? knownFiles : filesAdvice(before: knownFiles)
        let news: [String?] = state.withLock { state in
            let (last, replicas) = (state.standing.last, state.replicas)
            if let found { (state.standing, state.replicas) = (found, found.advice) }
            state.files = files
            state.standing.last = found?.last ?? last
            if found?.leader == nil {
                state.standing.leader = nil
                state.standing.trouble = "The log's servers have no leader, or do not respond"
            }
            return [state.replicas == replicas ? nil : state.replicas, files == knownFiles ? nil : files]
        }
        for one in news.compactMap({ $0 }) { Executable.warn(one) }
    }

    /// The advice on the stream of files; unchanged without a response.
    private func filesAdvice(before: String?) -> String? {
        do {
            return try FileStream(stream.settings, on: stream.connection).replicaAdvice(milliseconds: Self.patience)
        } catch {
            return before
        }
    }

    /// Looks what the servers are, which may be others than before; one that is not reached in time is left.
    ///
    /// - Parameter limit: How long they are waited for.
    /// - Throws: `SearchBusError` with `journal-unreadable` where a server is too old to keep a journal.
    func checkVersions(within limit: Duration) throws {
        let settings = stream.settings
        let greetings = ServerGreetings.read(
            from: Array(settings.connection.servers.prefix(Self.mostServers)),
            patience: Self.greetingPatience,
            within: limit
        )
        if let problem = ServerVersion.problem(greetings) { throw problem }
        let advice = ServerVersion.advice(greetings, replicas: settings.replicas)
        let isNew = state.withLock { state in
            defer { state.versions = advice }
            return advice != state.versions
        }
        if isNew, let advice { Executable.warn(advice) }
    }
}
