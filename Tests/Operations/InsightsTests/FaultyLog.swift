// SPDX-License-Identifier: MIT

import Bus

/// A log whose replays may fail.
struct FaultyLog: EventLog {
    private let log: any EventLog
    private let fault: @Sendable () throws -> Void

    /// - Parameters:
    ///   - log: The log that does the work.
    ///   - fault: Called before each replay; the replay throws its error.
    init(_ log: any EventLog, fault: @escaping @Sendable () throws -> Void) { (self.log, self.fault) = (log, fault) }

    func replay(_ query: ReplayQuery) async throws -> ReplayPage {
        try fault()
        return try await log.replay(query)
    }

    func append(_ events: [EventDraft]) async throws -> AppendReceipt { try await log.append(events) }

    func append(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration
    ) async throws -> AppendReceipt {
        try await log.append(events, id: id, moving: moves, replyDelay: replyDelay)
    }

    func claim(_ components: [String]) async throws -> [String: ComponentClaim] { try await log.claim(components) }

    func latest(_ query: LatestQuery) async throws -> LatestPage { try await log.latest(query) }

    func cursor(of component: String) async throws -> SequenceNumber { try await log.cursor(of: component) }

    func subscribe(
        to prefixes: [TopicPrefix],
        after sequence: SequenceNumber,
        late: Set<TopicPrefix>
    ) async throws -> any EventSubscription {
        try await log.subscribe(to: prefixes, after: sequence, late: late)
    }
}
