// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Synchronization
import Wire

/// Schedules reads of the log, so that no caller occupies the broker alone.
///
/// A read without a free slot waits for its turn, in the order of arrival: a page whose filters change quickly has
/// more reads in progress than it needs.
final class LogReadLimits: Sendable {
    /// The maximum number of reads of one caller in progress.
    static let maxPerPeer = 4
    /// The maximum number of reads of all callers in progress.
    static let maxTotal = 12
    /// The maximum number of waiting reads of one caller.
    static let maxWaitingPerPeer = 16
    /// The maximum number of waiting reads of all callers.
    static let maxWaiting = 96

    private struct State {
        var running: [StreamLimits.Peer: Int] = [:]
        var waiting: [(peer: StreamLimits.Peer, turn: CheckedContinuation<Void, Never>)] = []

        /// Takes a slot for a read, if there is one.
        mutating func begin(_ peer: StreamLimits.Peer) -> Bool {
            let own = running[peer, default: 0]
            guard own < LogReadLimits.maxPerPeer, running.values.reduce(0, +) < LogReadLimits.maxTotal else {
                return false
            }
            running[peer] = own + 1
            return true
        }

        /// Frees a slot, and takes it for the first read in the queue whose caller may have one more.
        mutating func end(_ peer: StreamLimits.Peer) -> CheckedContinuation<Void, Never>? {
            let others = running[peer, default: 1] - 1
            running[peer] = others > 0 ? others : nil
            guard let next = waiting.firstIndex(where: { begin($0.peer) }) else { return nil }
            return waiting.remove(at: next).turn
        }

        func hasRoom(for peer: StreamLimits.Peer) -> Bool {
            waiting.count < LogReadLimits.maxWaiting
                && waiting.count { $0.peer == peer } < LogReadLimits.maxWaitingPerPeer
        }
    }

    private let state = Mutex(State())

    /// Reads, once the caller and all of them together may have one more read in progress.
    ///
    /// - Throws: `Problem` with status 429 if too many wait already, and errors of the body.
    func reading<Value: Sendable>(
        for peer: StreamLimits.Peer,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard await hasTurn(peer) else { throw Self.refusal }
        defer { state.withLock { $0.end(peer) }?.resume() }
        try Task.checkCancellation()
        return try await body()
    }

    /// Waits for a turn; `false` if the queue is full.
    private func hasTurn(_ peer: StreamLimits.Peer) async -> Bool {
        if state.withLock({ $0.begin(peer) }) { return true }
        var isRefused = false
        await withCheckedContinuation { turn in
            let isWaiting = state.withLock { state in
                if state.begin(peer) { return false }
                guard state.hasRoom(for: peer) else {
                    isRefused = true
                    return false
                }
                state.waiting.append((peer, turn))
                return true
            }
            if !isWaiting { turn.resume() }
        }
        return !isRefused
    }

    private static var refusal: Problem {
        var problem = Problem(
            SearchBusError(
                .busy,
                "Too many reads of the log wait: at most \(maxWaitingPerPeer) of one caller, \(maxWaiting) in all.",
                remedy: "Read one part at a time; follow new events with `GET /api/events`."
            ),
            status: 429
        )
        problem.headers[.retryAfter] = "1"
        return problem
    }
}
