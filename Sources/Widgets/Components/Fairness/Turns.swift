// SPDX-License-Identifier: MIT

import Synchronization

/// Lets callers take turns at work of which only some runs at a time: what has no room waits, within limits.
///
/// It may be used from any task.
public final class Turns<Caller: Hashable & Sendable>: Sendable {
    /// How much runs or waits, of all callers and of each.
    public typealias Limit = (total: Int, perCaller: Int)

    /// Too much waits already.
    public struct Refusal: Error {}

    private struct Waiter: Sendable {
        let id: Int
        let turn: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var queue = FairQueue<Caller, Waiter>()
        var running: [Caller: Int] = [:]
        var lastID = 0
    }

    private let runningLimit: Limit
    private let waitingLimit: Limit
    private let state = Mutex(State())

    public init(running: Limit, waiting: Limit) { (runningLimit, waitingLimit) = (running, waiting) }

    /// Whether work of a caller runs or waits.
    public func isBusy(with caller: Caller) -> Bool {
        state.withLock { $0.running[caller] != nil || $0.queue.count(of: caller) > 0 }
    }

    /// How much waits.
    public var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Runs a body when it is the caller's turn.
    ///
    /// - Throws: See `take(for:)`, and errors of the body.
    public func run<Value>(for caller: Caller, _ body: () async throws -> Value) async throws -> Value {
        try await take(for: caller)
        defer { end(of: caller) }
        return try await body()
    }

    /// Waits for the caller's turn, which `end(of:)` ends.
    ///
    /// - Throws: `Refusal` if too much waits; `CancellationError` if the task was cancelled before.
    public func take(for caller: Caller) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if mayRun(caller, beside: state.running) {
                        state.running[caller, default: 0] += 1
                        return .success(())
                    }
                    guard state.queue.count < waitingLimit.total,
                        state.queue.count(of: caller) < waitingLimit.perCaller
                    else { return .failure(Refusal()) }
                    state.queue.append(Waiter(id: id, turn: turn), of: caller)
                    return nil
                }
                if let answer { turn.resume(with: answer) }
            }
        } onCancel: {
            let removed = state.withLock { state in state.queue.remove(of: caller) { $0.id == id } }
            for waiter in removed { waiter.turn.resume(throwing: CancellationError()) }
        }
    }

    /// Ends a turn of a caller, and begins the next.
    public func end(of caller: Caller) {
        let next = state.withLock { state in
            let others = state.running[caller, default: 1] - 1
            state.running[caller] = others > 0 ? others : nil
            let running = state.running
            let next = state.queue.popFirst { mayRun($0, beside: running) }
            if let next { state.running[next.caller, default: 0] += 1 }
            return next
        }
        next?.element.turn.resume()
    }

    private func mayRun(_ caller: Caller, beside running: [Caller: Int]) -> Bool {
        running.values.reduce(0, +) < runningLimit.total && running[caller, default: 0] < runningLimit.perCaller
    }
}
