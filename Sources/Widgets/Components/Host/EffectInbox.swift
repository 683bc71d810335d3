// SPDX-License-Identifier: MIT

import Synchronization

/// The end of an effect.
struct EffectCompletion: Sendable {
    struct ID: Sendable, Hashable {
        let component: Int
        let session: String
        let effect: Int
    }

    let id: ID
    let result: any Sendable
}

/// Where effects that end elsewhere leave their results; may be used from any task.
///
/// Each run of a host has one of its own, so that an effect that outlives its run is ignored.
final class EffectInbox: Sendable {
    private let completions = Mutex<ArraySlice<EffectCompletion>>([])
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    func put(_ completion: EffectCompletion) {
        completions.withLock { $0.append(completion) }
        wake()
    }

    var isEmpty: Bool { completions.withLock { $0.isEmpty } }

    func take() -> EffectCompletion? { completions.withLock { $0.popFirst() } }
}

/// How much work a turn does on its own thread before what is there is appended.
struct EffectBudget {
    private let start: ContinuousClock.Instant
    private let limit: Duration
    private let now: () -> ContinuousClock.Instant
    private(set) var isSpent = false

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - limit: After how long no more is begun; what was begun ends.
    ///   - now: The clock.
    init(limit: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        start = now()
        self.limit = limit
        self.now = now
    }

    mutating func spend() {
        isSpent = now() - start >= limit
    }
}
