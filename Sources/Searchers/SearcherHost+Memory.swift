// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Components
import Interactors
import SearchModel
import Wire

extension SearcherHost {
    /// Brings back the sessions that are not held.
    func load(_ sessions: Set<String>) async throws {
        for session in sessions where !cache.contains(session) {
            cache.insert(try await restored(session).session, for: session)
        }
    }

    /// The sessions that were searched last, the only ones that follow a changing index.
    ///
    /// They are as many as fit one append with their results, and are read from the log, since a searcher that was
    /// restarted holds none.
    func recentSessions() async throws -> Set<String> {
        let limit = min(Self.cacheLimit, 900 / (unit.members.count * 2 + 1))
        let query = LatestQuery(
            unit.members.flatMap { [TopicPrefix(.results, $0.name), TopicPrefix(.search, $0.name)] },
            after: recentPast
        )
        let recent = try await log.allLatest(query).compactMap(\.topic.session)
        var sessions: Set<String> = []
        for session in recent.reversed() where sessions.count < limit { sessions.insert(session) }
        return sessions
    }

    private func restored(_ session: String) async throws -> (session: SearcherSession, wasBusy: Bool) {
        let events = try await log.allLatest(LatestQuery(memories, session: session))
        do {
            return try SearcherSession.restore(unit, from: events)
        } catch is JSONError {
            // What an older version wrote may not be readable; the session then starts over.
            return (SearcherSession(unit), true)
        }
    }

    /// Where the part of the log begins that is looked through for sessions; all of it would take too long.
    private var recentPast: SequenceNumber {
        SequenceNumber(rawValue: cursor.rawValue > 20_000 ? cursor.rawValue - 20_000 : 0)
    }

    private var memories: [TopicPrefix] {
        unit.members.flatMap { [TopicPrefix(.results, $0.name), TopicPrefix(.search, $0.name)] }
            + [TopicPrefix(.state, unit.name)]
            + Set(unit.members.compactMap(\.filterState)).sorted().map { TopicPrefix(.filters, $0) }
    }

    /// Wants again what was searched for when the last process ended.
    func recover() async throws {
        let prefixes = unit.members.map { TopicPrefix(.search, $0.name) } + [TopicPrefix(.state, unit.name)]
        var causes: [String: Cause] = [:]
        for event in try await log.allLatest(LatestQuery(prefixes, after: recentPast)) {
            if let session = event.topic.session { causes[session] = Cause(event) }
        }
        for (session, cause) in causes {
            var (entry, wasBusy) = try await restored(session)
            guard wasBusy else { continue }
            entry.machine.resume(cause)
            cache.insert(entry, for: session)
            enqueue(session)
        }
    }
}
