// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Synchronization

/// The end of an effect.
struct EffectCompletion: Sendable {
    /// Which effect of which session of which component; of which run of the host, since an effect may outlive one.
    struct ID: Sendable, Hashable {
        let component: Int
        let session: String
        let effect: Int
        let run: Int
    }

    let id: ID
    let result: any Sendable
}

/// Where effects that end elsewhere leave their results; may be used from any task.
final class EffectInbox: Sendable {
    private let completions = Mutex<[EffectCompletion]>([])
    private let wake: @Sendable () -> Void
    /// Which run of the host this belongs to.
    let run: Int

    /// Makes an inbox.
    ///
    /// - Parameter wake: Tells the host that there is something.
    init(run: Int, wake: @escaping @Sendable () -> Void) {
        self.run = run
        self.wake = wake
    }

    /// Leaves the end of an effect.
    func put(_ completion: EffectCompletion) {
        completions.withLock { $0.append(completion) }
        wake()
    }

    /// Takes what has ended, as many as a turn folds.
    func take(_ limit: Int) -> [EffectCompletion] {
        completions.withLock { waiting in
            let taken = Array(waiting.prefix(limit))
            waiting.removeFirst(taken.count)
            return taken
        }
    }
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

    /// Notes that some work was done.
    mutating func spend() {
        isSpent = now() - start >= limit
    }
}
