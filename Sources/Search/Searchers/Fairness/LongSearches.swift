// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Components
import Synchronization
import Wire

/// Runs long searches beside the thread of their process, one at a time, in turns between callers.
///
/// A search begins on the thread of its process with a small budget. If that is not enough it is restarted here, with the
/// budget of a whole search. So the thread of the process answers quick searches and reports the process's status meanwhile, and
/// a caller with many long searches delays long ones of another caller by one search each. It may be used from any task.
final class LongSearches: Sendable {
    /// The maximum number of searches of one caller that wait.
    static let maxWaitingPerCaller = 64
    /// The maximum number of searches that wait.
    static let maxWaiting = 1_024

    private typealias Turn = CheckedContinuation<Bool, Never>

    private struct Waiter: Sendable {
        let id: Int
        let turn: Turn
    }

    private struct State {
        var queue = FairQueue<Waiter>()
        /// The caller whose search runs.
        var running: String?
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Whether a search of a caller runs or waits.
    func isBusy(with caller: String) -> Bool {
        state.withLock { $0.running == caller || $0.queue.count(of: caller) > 0 }
    }

    /// The number of searches that wait.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Runs a search when it is the caller's turn.
    ///
    /// - Throws: `SearchBusError` with `busy` where too many wait, `cancelled` where the task was before the search began.
    func run<Value>(for caller: String, _ search: () -> Value) async throws(SearchBusError) -> Value {
        try await takeTurn(for: caller)
        let journal = CrashJournal.Aside.current
        journal?.begin()
        defer {
            journal?.end()
            endTurn()
        }
        return search()
    }

    /// Waits for the caller's turn, which `endTurn` ends.
    ///
    /// - Throws: See `run(for:_:)`.
    func takeTurn(for caller: String) async throws(SearchBusError) {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isRefused = Mutex(false)
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { (turn: Turn) in
                let answer = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    guard state.running != nil else {
                        state.running = caller
                        return true
                    }
                    guard state.queue.count < Self.maxWaiting,
                        state.queue.count(of: caller) < Self.maxWaitingPerCaller
                    else {
                        isRefused.withLock { $0 = true }
                        return false
                    }
                    state.queue.append(Waiter(id: id, turn: turn), of: caller)
                    return nil
                }
                if let answer { turn.resume(returning: answer) }
            }
        } onCancel: {
            let removed = state.withLock { state in state.queue.remove(of: caller) { $0.id == id } }
            for waiter in removed { waiter.turn.resume(returning: false) }
        }
        if isRefused.withLock({ $0 }) {
            throw SearchBusError(.busy, "Too many long searches of this caller wait already.")
        }
        if !isMine { throw SearchBusError(.cancelled, "The search was cancelled.") }
    }

    /// Ends a turn, and begins the next.
    func endTurn() {
        let next = state.withLock { state in
            let next = state.queue.popFirst()
            state.running = next?.caller
            return next
        }
        next?.element.turn.resume(returning: true)
    }
}
