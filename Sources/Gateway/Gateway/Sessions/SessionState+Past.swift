// SPDX-License-Identifier: MIT

import Bus
import Components
import Wire

extension SessionState {
    /// Reads a session's views at an earlier sequence number.
    ///
    /// If retention has removed a view of that moment, they are those of the first moment after it of which the log has all.
    /// The last event of each topic is never removed, so that there is one.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - log: The log with its views.
    ///   - moment: The sequence number; one after the log's head means the head.
    /// - Returns: The views, and the sequence number of the moment that they are of.
    /// - Throws: Errors of the log.
    static func read(
        _ session: String,
        from log: any EventLog,
        at moment: SequenceNumber
    ) async throws -> SessionState {
        let now = try await read(session, from: log)
        var moment = min(moment, now.head)
        // Each round begins later; what is removed between two reads makes another round necessary.
        while moment < now.head {
            let past = try await read(session, from: log, through: moment)
            let known = Set(past.events.map(\.topic))
            let missing = now.events.filter { $0.sequence > moment && !known.contains($0.topic) }
            guard !missing.isEmpty, try await !hasWholeHistory(session, log) else { return past }
            guard let first = try await firstEvents(of: missing.map(\.topic), after: moment, log).max(), first > moment
            else { return past }
            moment = first
        }
        return now
    }

    private static func read(
        _ session: String,
        from log: any EventLog,
        through moment: SequenceNumber
    ) async throws -> SessionState {
        var query = LatestQuery([TopicPrefix(.view)], session: session)
        query.through = moment
        let state = try await complete(try await log.latest(query), of: query, log, isWhole: true)
        return SessionState(session: session, epoch: state.epoch, head: moment, events: state.events, isWhole: true)
    }

    /// Whether nothing of a session was removed: its beginning is on the log, after everything that was trimmed.
    private static func hasWholeHistory(_ session: String, _ log: any EventLog) async throws -> Bool {
        let prefixes = [TopicPrefix(.intent), TopicPrefix(.view)]
        let page = try await log.replay(ReplayQuery(prefixes, session: session, after: .zero, limit: 1))
        guard let first = page.events.first, first.type == "searchbus.intent.\(SessionStart.type)" else { return false }
        return first.sequence > page.trimmed ?? .zero
    }

    /// The sequence numbers of the first event of each topic after a place.
    private static func firstEvents(
        of topics: [Topic],
        after place: SequenceNumber,
        _ log: any EventLog
    ) async throws -> [SequenceNumber] {
        var found: [SequenceNumber] = []
        for topic in topics {
            let prefix = TopicPrefix(topic.kind, topic.component)
            let page = try await log.replay(ReplayQuery([prefix], session: topic.session, after: place, limit: 1))
            if let first = page.events.first { found.append(first.sequence) }
        }
        return found
    }
}
