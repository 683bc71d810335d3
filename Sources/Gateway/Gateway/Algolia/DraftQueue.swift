// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// Appends events of many requests together: what comes while an append is under way goes with the next.
///
/// So a busy gateway makes few large appends, and a quiet one loses no time.
final class DraftQueue: Sendable {
    private struct State {
        var waiting: [EventDraft] = []
        var isAppending = false
    }

    /// How much one append holds.
    private static let limits = (events: 256, bytes: 4 << 20)

    private let log: any EventLog
    private let executor: (any TaskExecutor)?
    private let onFailure: @Sendable ([String], any Error) -> Void
    private let onAppended: @Sendable (Int, Duration) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - log: The bus.
    ///   - executor: Where appends are made, if not on the threads that all tasks share.
    ///   - onAppended: Hears how many events were appended, and how long that took.
    ///   - onFailure: Hears the ids of events that were not appended.
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

    /// What goes into the next append; `nil` where nothing waits, and the work is over.
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
