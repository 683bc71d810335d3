// SPDX-License-Identifier: MIT

import Bus
import Synchronization
import Wire

/// The calls that wait for replies on the bus, by what a reply is to; the owner of a subscription passes the replies to it.
public final class ReplyBoard<Key: Hashable & Sendable, Reply: Sendable>: Sendable {
    private typealias Waiter = AsyncThrowingStream<(key: Key, reply: Reply), any Error>.Continuation

    private struct State {
        var waiters: [Key: [Int: Waiter]] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether no call waits.
    public var isEmpty: Bool { state.withLock { $0.waiters.isEmpty } }

    /// Passes a reply to the calls that wait for it.
    public func received(_ reply: Reply, to key: Key) {
        for waiter in waiters(of: [key]) { waiter.yield((key, reply)) }
    }

    /// Ends the calls that wait for some replies, or all calls, since these replies will not be received.
    public func fail(_ keys: [Key]? = nil, with error: any Error) {
        for waiter in waiters(of: keys) { waiter.finish(throwing: error) }
    }

    private func waiters(of keys: [Key]?) -> [Waiter] {
        state.withLock { state in
            (keys ?? Array(state.waiters.keys)).flatMap { state.waiters[$0]?.values.map(\.self) ?? [] }
        }
    }

    /// Sends something, and waits for the replies to it.
    ///
    /// - Parameters:
    ///   - keys: What is replied to; the first reply to each of them counts.
    ///   - timeout: How long the replies are waited for.
    ///   - send: Sends it, once no reply can be missed.
    /// - Returns: What `send` returned, and the replies: fewer than `keys` if the timeout passed or the task was cancelled.
    /// - Throws: What `send` throws, and why replies are missing, if known.
    public func replies<Sent>(
        to keys: Set<Key>,
        within timeout: Duration,
        after send: () async throws -> Sent
    ) async throws -> (sent: Sent, replies: [Key: Reply]) {
        let (stream, waiter) = AsyncThrowingStream<(key: Key, reply: Reply), any Error>.makeStream()
        let id = state.withLock { state in
            state.lastID += 1
            for key in keys { state.waiters[key, default: [:]][state.lastID] = waiter }
            return state.lastID
        }
        defer {
            state.withLock { state in
                for key in keys {
                    state.waiters[key]?[id] = nil
                    if state.waiters[key]?.isEmpty == true { state.waiters[key] = nil }
                }
            }
        }
        let sent = try await send()
        let timer = Task {
            try? await Task.sleep(for: timeout)
            waiter.finish()
        }
        defer { timer.cancel() }
        var replies: [Key: Reply] = [:]
        var incoming = stream.makeAsyncIterator()
        while replies.count < keys.count, let (key, reply) = try await incoming.next() {
            if replies[key] == nil { replies[key] = reply }
        }
        return (sent, replies)
    }
}

/// The calls that wait for outcomes of intents.
public typealias OutcomeBoard = ReplyBoard<IntentKey, OutcomeData>

extension OutcomeBoard {
    /// Takes events of the subscription; those that are not outcomes are ignored.
    public func received(_ events: [Event]) {
        guard !isEmpty else { return }
        for event in events {
            guard let outcome = OutcomeData(event), let intent = outcome.key(of: event.topic) else { continue }
            received(outcome, to: intent)
        }
    }
}
