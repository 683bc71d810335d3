// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Where the socket thread leaves events and one task takes them.
///
/// Bounded: a full queue pauses its subscription, which later fetches what it missed from the log, so a slow reader
/// costs the process no memory.
final class SubscriptionQueue: EventSubscription {
    /// How many events may wait before the subscription is paused.
    static let limit = 2048
    /// How many bytes they may have in all.
    static let byteLimit = 8 << 20

    private struct State {
        var events: [Event] = []
        var bytes = 0
        /// Bad news, each with the number of events that came before it.
        var failures: [(error: SearchBusError, place: Int)] = []
        var reader: CheckedContinuation<[Event], any Error>?
        /// When the reader continues without events.
        var deadline: ContinuousClock.Instant?
        var isWoken = false
        var isCancelled = false
        var isPaused = false

        /// What is next for the reader; `nil` where there is nothing.
        mutating func next() -> Result<[Event], any Error>? {
            guard let failure = failures.first else {
                guard !events.isEmpty else { return nil }
                defer {
                    events = []
                    bytes = 0
                }
                return .success(events)
            }
            guard failure.place > 0 else {
                failures.removeFirst()
                return .failure(failure.error)
            }
            let earlier = Array(events.prefix(failure.place))
            events.removeFirst(earlier.count)
            bytes -= earlier.reduce(0) { $0 + $1.body.count }
            for index in failures.indices { failures[index].place -= earlier.count }
            return .success(earlier)
        }

        /// Whether no more may come for now.
        var isFull: Bool { events.count >= SubscriptionQueue.limit || bytes >= SubscriptionQueue.byteLimit }
    }

    let id: Int
    private let state = Mutex(State())
    private let onResume: @Sendable (Int) -> Void
    private let onWait: @Sendable () -> Void
    private let onCancel: @Sendable (Int) -> Void

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - id: What the three closures are called with.
    ///   - onResume: The reader has room for more.
    ///   - onWait: The reader waits until a deadline, at which `expire` must be called.
    ///   - onCancel: The reader has ended.
    init(
        id: Int,
        onResume: @escaping @Sendable (Int) -> Void,
        onWait: @escaping @Sendable () -> Void,
        onCancel: @escaping @Sendable (Int) -> Void
    ) {
        self.id = id
        self.onWait = onWait
        self.onResume = onResume
        self.onCancel = onCancel
    }

    /// Leaves events for the reader; called on the socket thread.
    func put(_ events: [Event]) {
        let bytes = events.reduce(0) { $0 + $1.body.count }
        leave {
            $0.events += events
            $0.bytes += bytes
        }
    }

    /// Queues an error for the reader, between the events before and after; called on the socket thread.
    func fail(_ error: SearchBusError) {
        leave { $0.failures.append((error, $0.events.count)) }
    }

    private func leave(_ change: (inout State) -> Void) {
        let wake = state.withLock { state -> (CheckedContinuation<[Event], any Error>, Result<[Event], any Error>)? in
            guard !state.isCancelled else { return nil }
            change(&state)
            guard let reader = state.reader, let next = state.next() else { return nil }
            (state.reader, state.deadline) = (nil, nil)
            return (reader, next)
        }
        if let (reader, next) = wake { reader.resume(with: next) }
    }

    /// Whether the subscription must pause; called on the socket thread.
    func mustPause() -> Bool {
        state.withLock { state in
            guard state.isFull else { return false }
            state.isPaused = true
            return true
        }
    }

    /// Whether there is nothing for the reader; called on the socket thread.
    var isEmpty: Bool { state.withLock { $0.events.isEmpty && $0.failures.isEmpty && !$0.isWoken } }

    /// When the reader continues without events; called on the socket thread.
    var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

    /// Resumes the reader whose deadline has come; called on the socket thread.
    func expire(at now: ContinuousClock.Instant) {
        let reader = state.withLock { state -> CheckedContinuation<[Event], any Error>? in
            guard let deadline = state.deadline, deadline <= now else { return nil }
            defer { (state.reader, state.deadline) = (nil, nil) }
            return state.reader
        }
        reader?.resume(returning: [])
    }

    func wake() {
        let reader = state.withLock { state -> CheckedContinuation<[Event], any Error>? in
            guard let reader = state.reader else {
                state.isWoken = true
                return nil
            }
            (state.reader, state.deadline) = (nil, nil)
            return reader
        }
        reader?.resume(returning: [])
    }

    func next(until deadline: ContinuousClock.Instant?) async throws -> [Event] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(continuation, until: deadline)
            }
        } onCancel: {
            cancel()
        }
    }

    private func take(
        _ continuation: CheckedContinuation<[Event], any Error>,
        until deadline: ContinuousClock.Instant?
    ) {
        var (mustResume, mustWait) = (false, false)
        let answer = state.withLock { state -> Result<[Event], any Error>? in
            if state.isCancelled { return .failure(CancellationError()) }
            defer { state.isWoken = false }
            guard let next = state.next() else {
                if state.isWoken { return .success([]) }
                if let deadline {
                    if deadline <= .now { return .success([]) }
                    mustWait = true
                }
                (state.reader, state.deadline) = (continuation, deadline)
                return nil
            }
            mustResume = state.isPaused && !state.isFull
            if mustResume { state.isPaused = false }
            return next
        }
        if mustResume { onResume(id) }
        if mustWait { onWait() }
        if let answer { continuation.resume(with: answer) }
    }

    func cancel() {
        let (reader, isFirst) = state.withLock { state in
            defer {
                (state.reader, state.deadline) = (nil, nil)
                state.events = []
                state.bytes = 0
                state.isCancelled = true
            }
            return (state.reader, !state.isCancelled)
        }
        reader?.resume(throwing: CancellationError())
        if isFirst { onCancel(id) }
    }
}
