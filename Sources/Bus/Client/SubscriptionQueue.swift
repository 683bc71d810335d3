// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Synchronization
import Wire

/// Where the socket thread leaves events and one task takes them.
///
/// Bounded: a full queue pauses its subscription, which later fetches what it missed from the log, so a slow reader
/// costs the process no memory.
final class SubscriptionQueue: EventSubscription {
    /// How many events may wait before the subscription is paused.
    static let limit = 2048

    private struct State {
        var events: [Event] = []
        var failures: [SearchBusError] = []
        var reader: CheckedContinuation<[Event], any Error>?
        var isCancelled = false
        var isPaused = false
    }

    let id: Int
    private let state = Mutex(State())
    private let onResume: @Sendable (Int) -> Void
    private let onCancel: @Sendable (Int) -> Void

    init(id: Int, onResume: @escaping @Sendable (Int) -> Void, onCancel: @escaping @Sendable (Int) -> Void) {
        self.id = id
        self.onResume = onResume
        self.onCancel = onCancel
    }

    /// Leaves events for the reader; called on the socket thread.
    func put(_ events: [Event]) {
        let reader = state.withLock { state -> (CheckedContinuation<[Event], any Error>, [Event])? in
            guard !state.isCancelled else { return nil }
            state.events += events
            guard let reader = state.reader, state.failures.isEmpty else { return nil }
            state.reader = nil
            defer { state.events = [] }
            return (reader, state.events)
        }
        reader?.0.resume(returning: reader?.1 ?? [])
    }

    /// Leaves bad news for the reader, to be told before any later events; called on the socket thread.
    func fail(_ error: SearchBusError) {
        let reader = state.withLock { state -> CheckedContinuation<[Event], any Error>? in
            guard !state.isCancelled else { return nil }
            guard let reader = state.reader else {
                state.failures.append(error)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(throwing: error)
    }

    /// Whether the subscription must pause; called on the socket thread.
    func mustPause() -> Bool {
        state.withLock { state in
            guard state.events.count >= Self.limit else { return false }
            state.isPaused = true
            return true
        }
    }

    func next() async throws -> [Event] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(continuation)
            }
        } onCancel: {
            cancel()
        }
    }

    private func take(_ continuation: CheckedContinuation<[Event], any Error>) {
        enum Answer {
            case events([Event])
            case failure(any Error)
        }
        var mustResume = false
        let answer = state.withLock { state -> Answer? in
            if state.isCancelled { return .failure(CancellationError()) }
            if !state.events.isEmpty {
                defer { state.events = [] }
                mustResume = state.isPaused
                state.isPaused = false
                return .events(state.events)
            }
            if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
            state.reader = continuation
            return nil
        }
        if mustResume { onResume(id) }
        switch answer {
        case .events(let events): continuation.resume(returning: events)
        case .failure(let error): continuation.resume(throwing: error)
        case nil: break
        }
    }

    func cancel() {
        let (reader, isFirst) = state.withLock { state in
            defer {
                state.reader = nil
                state.events = []
                state.isCancelled = true
            }
            return (state.reader, !state.isCancelled)
        }
        reader?.resume(throwing: CancellationError())
        if isFirst { onCancel(id) }
    }
}
