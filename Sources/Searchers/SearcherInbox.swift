// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Components
import SearchModel
import Synchronization
import Wire

/// What ended a search: an answer or a failure for each member.
struct SearchCompletion: Sendable {
    let session: String
    let request: Int
    let answers: [(member: String, result: Result<SearchResponse, SearchBusError>)]
}

/// Where a searcher's one task finds what has happened: events of the log, ended searches, time that has passed.
final class SearcherInbox: Sendable {
    /// How many events may wait before the reader of the log is held up.
    private static let limit = 512

    /// What has happened since the last look.
    struct Content {
        var events: [Event] = []
        var completions: [SearchCompletion] = []
        var failure: (any Error)?

        /// Whether there is something for a reader who may leave events for later.
        fileprivate func isNews(withEvents takesEvents: Bool) -> Bool {
            !completions.isEmpty || failure != nil || (takesEvents && !events.isEmpty)
        }
    }

    private struct State {
        var content = Content()
        var reader: CheckedContinuation<Void, Never>?
        /// Whether the reader waits for events too.
        var wantsEvents = true
        var writer: CheckedContinuation<Void, Never>?
        var rings = 0
        var run = 0
    }

    private let state = Mutex(State())

    /// Forgets everything; what belongs to an earlier run is not taken in any more.
    ///
    /// - Returns: The number of the new run.
    func beginRun() -> Int {
        let (run, writer) = state.withLock { state in
            let failure = state.content.failure
            defer { state.writer = nil }
            state.run += 1
            state.content = Content()
            // Being cancelled is said once, and for all runs.
            if failure is CancellationError { state.content.failure = failure }
            return (state.run, state.writer)
        }
        writer?.resume()
        return run
    }

    /// Leaves events of a run; returns when there is room for more.
    func put(_ events: [Event], of run: Int) async {
        change { state in
            if state.run == run { state.content.events += events }
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isFull = state.withLock { state in
                guard state.run == run, state.content.events.count >= Self.limit else { return false }
                state.writer = continuation
                return true
            }
            if !isFull { continuation.resume() }
        }
    }

    /// Leaves an ended search of a run.
    func put(_ completion: SearchCompletion, of run: Int) {
        change { state in
            if state.run == run { state.content.completions.append(completion) }
        }
    }

    /// Says that a run, or without one all, cannot go on.
    func fail(_ error: any Error, of run: Int? = nil) {
        change { state in
            if run == nil || state.run == run { state.content.failure = error }
        }
    }

    /// Takes what has happened, waiting until there is something or the moment has come.
    ///
    /// - Parameters:
    ///   - deadline: When to return empty-handed; `nil` waits on.
    ///   - takesEvents: Whether events count; otherwise they stay for later.
    /// - Returns: What has happened, empty when the moment came first.
    func take(until deadline: ContinuousClock.Instant?, takesEvents: Bool) async -> Content {
        if let content = takeNow(takesEvents) { return content }
        let alarm = deadline.map { deadline in
            Task { [weak self] in
                try await Task.sleep(until: deadline, clock: .continuous)
                self?.change { $0.rings += 1 }
            }
        }
        defer { alarm?.cancel() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let mustWait = state.withLock { state in
                guard state.rings == 0, !state.content.isNews(withEvents: takesEvents) else { return false }
                state.wantsEvents = takesEvents
                state.reader = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
        return takeNow(takesEvents) ?? Content()
    }

    private func takeNow(_ takesEvents: Bool) -> Content? {
        let (content, writer) = state.withLock { state -> (Content?, CheckedContinuation<Void, Never>?) in
            state.rings = 0
            guard state.content.isNews(withEvents: takesEvents) else { return (nil, nil) }
            var content = state.content
            state.content = Content()
            guard takesEvents else {
                state.content.events = content.events
                content.events = []
                return (content, nil)
            }
            defer { state.writer = nil }
            return (content, state.writer)
        }
        writer?.resume()
        return content
    }

    private func change(_ change: (inout State) -> Void) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            change(&state)
            guard state.rings > 0 || state.content.isNews(withEvents: state.wantsEvents) else { return nil }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
}
