// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// Appends events of many requests together: events that arrive during an append are part of the next.
///
/// So a busy gateway makes few large appends, and a quiet one loses no time.
final class DraftQueue: Sendable {
    private struct State {
        var waiting: [EventDraft] = []
        var isAppending = false
    }

    /// The maximum size of one append.
    private static let limits = (events: 256, bytes: 4 << 20)

    private let log: any EventLog
    private let executor: (any TaskExecutor)?
    private let onFailure: @Sendable ([String], any Error) -> Void
    private let onAppended: @Sendable (Int, Duration) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - log: The bus.
    ///   - executor: The executor of appends, if not the shared one.
    ///   - onAppended: Receives the number of appended events, and the time that it took.
    ///   - onFailure: Receives the IDs of events that were not appended.
    init(
        log: any EventLog,
        executor: (any TaskExecutor)?,
        onAppended: @escaping @Sendable (Int, Duration) -> Void,
        onFailure: @escaping @Sendable ([String], any Error) -> Void
    ) {
        self.log = log
        self.executor = executor
        self.onAppended = onAppended
        self.onFailure = onFailure
    }

    /// Appends an event soon.
    func append(_ draft: EventDraft) {
        let isFirst = state.withLock { state in
            state.waiting.append(draft)
            defer { state.isAppending = true }
            return !state.isAppending
        }
        if isFirst { Task(executorPreference: executor) { await self.work() } }
    }

    private func work() async {
        while let drafts = take() {
            let start = ContinuousClock.now
            do {
                _ = try await log.append(drafts)
                onAppended(drafts.count, .now - start)
            } catch {
                onFailure(drafts.map(\.id), error)
            }
        }
    }

    /// The contents of the next append; `nil` if nothing is pending, which ends the work.
    private func take() -> [EventDraft]? {
        state.withLock { state in
            var bytes = 0
            var count = 0
            for draft in state.waiting.prefix(Self.limits.events) {
                bytes += draft.data.count
                guard count == 0 || bytes <= Self.limits.bytes else { break }
                count += 1
            }
            guard count > 0 else {
                state.isAppending = false
                return nil
            }
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting[..<count])
        }
    }
}
