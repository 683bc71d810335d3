// SPDX-License-Identifier: MIT

import Bus
import Synchronization
import Wire

/// A log that records the requests to it, and whose appends and subscriptions a test can meddle with.
public final class ObservedLog: EventLog {
    /// An append of a turn.
    public struct Turn: Sendable {
        public let events: [EventDraft]
        public let moves: [CursorMove]
    }

    private struct State {
        var turns: [Turn] = []
        var latest: [LatestQuery] = []
        var subscriptions = 0
    }

    private let log: any EventLog
    private let state = Mutex(State())
    private let onTurn: @Sendable (Turn, Int) async throws -> Void
    private let afterTurn: @Sendable (Turn, Int) async throws -> Void
    private let onSubscribe: @Sendable (any EventSubscription) -> any EventSubscription

    /// Wraps a log.
    ///
    /// - Parameters:
    ///   - log: The log that does the work.
    ///   - onTurn: Called before each append of a turn, with its number from 0; what it throws is what the append throws.
    ///   - afterTurn: Called when a turn was accepted; what it throws is what the append throws.
    ///   - onSubscribe: May replace a new subscription with another one.
    public init(
        _ log: any EventLog,
        onTurn: @escaping @Sendable (Turn, Int) async throws -> Void = { _, _ in },
        afterTurn: @escaping @Sendable (Turn, Int) async throws -> Void = { _, _ in },
        onSubscribe: @escaping @Sendable (any EventSubscription) -> any EventSubscription = { $0 }
    ) {
        self.log = log
        self.onTurn = onTurn
        self.afterTurn = afterTurn
        self.onSubscribe = onSubscribe
    }

    /// The turns that were accepted, and the last one even if no caller waited for its response.
    public var turns: [Turn] { state.withLock { $0.turns } }
    /// The requests for last events.
    public var latestQueries: [LatestQuery] { state.withLock { $0.latest } }
    /// The number of subscriptions made so far.
    public var subscriptionCount: Int { state.withLock { $0.subscriptions } }

    public func append(_ events: [EventDraft]) async throws -> AppendReceipt { try await log.append(events) }

    public func append(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove],
        replyDelay: Duration
    ) async throws -> AppendReceipt {
        let turn = Turn(events: events, moves: moves)
        try await onTurn(turn, state.withLock { $0.turns.count })
        // Noted before the response: others receive the events before it, and a test may end in between.
        let number = state.withLock { state in
            state.turns.append(turn)
            return state.turns.count - 1
        }
        do {
            let receipt = try await log.append(events, id: id, moving: moves, replyDelay: replyDelay)
            try await afterTurn(turn, number)
            return receipt
        } catch let error as SearchBusError {
            state.withLock { _ = $0.turns.popLast() }
            throw error
        }
    }

    public func claim(_ components: [String]) async throws -> [String: ComponentClaim] {
        try await log.claim(components)
    }

    public func replay(_ query: ReplayQuery) async throws -> ReplayPage { try await log.replay(query) }

    public func latest(_ query: LatestQuery) async throws -> LatestPage {
        state.withLock { $0.latest.append(query) }
        return try await log.latest(query)
    }

    public func cursor(of component: String) async throws -> SequenceNumber { try await log.cursor(of: component) }

    public func subscribe(
        to prefixes: [TopicPrefix],
        after sequence: SequenceNumber,
        late: Set<TopicPrefix>
    ) async throws -> any EventSubscription {
        state.withLock { $0.subscriptions += 1 }
        return onSubscribe(try await log.subscribe(to: prefixes, after: sequence, late: late))
    }
}
