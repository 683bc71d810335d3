// SPDX-License-Identifier: MIT

import Bus
import Synchronization
import Wire

/// A subscription to a `MemoryLog`.
final class MemorySubscription: EventSubscription {
    private struct State {
        var events: [Event] = []
        var failures: [SearchBusError] = []
        var reader: CheckedContinuation<[Event], any Error>?
        var isCancelled = false
    }

    private let prefixes: [TopicPrefix]
    private let onCancel: @Sendable (MemorySubscription) -> Void
    private let state = Mutex(State())

    init(prefixes: [TopicPrefix], onCancel: @escaping @Sendable (MemorySubscription) -> Void) {
        self.prefixes = prefixes
        self.onCancel = onCancel
    }

    func receive(_ events: [Event]) {
        let wanted = events.filter { event in prefixes.contains { $0.matches(event.topic.description) } }
        step { $0.events += wanted }
    }

    func fail(_ error: SearchBusError) {
        step { $0.failures.append(error) }
    }

    func next(until deadline: ContinuousClock.Instant?) async throws -> [Event] {
        let timer = deadline.map { deadline in
            Task {
                try await Task.sleep(until: deadline)
                wake()
            }
        }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in step { $0.reader = continuation } }
        } onCancel: {
            cancel()
        }
    }

    func wake() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: [])
    }

    func cancel() {
        step { $0.isCancelled = true }
        onCancel(self)
    }

    private func step(_ change: (inout State) -> Void) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            change(&state)
            guard let reader = state.reader else { return nil }
            if state.isCancelled {
                state.reader = nil
                return { reader.resume(throwing: CancellationError()) }
            }
            if !state.events.isEmpty {
                let events = state.events
                state.events = []
                state.reader = nil
                return { reader.resume(returning: events) }
            }
            guard !state.failures.isEmpty else { return nil }
            let failure = state.failures.removeFirst()
            state.reader = nil
            return { reader.resume(throwing: failure) }
        }
        wake?()
    }
}
