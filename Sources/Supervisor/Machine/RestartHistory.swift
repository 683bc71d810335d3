// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How often a process was restarted of late, and what follows from it for the next time.
struct RestartHistory: Sendable, Hashable {
    /// When a process that has just ended is started again.
    enum Next: Hashable {
        /// After a wait that doubles each time.
        case backoff(Duration)
        /// After a long wait: restarting quickly has not helped.
        case failed(retry: Duration)
    }

    /// The first wait.
    static let shortestBackoff: Duration = .milliseconds(100)
    /// The longest wait of a process that is not given up.
    static let longestBackoff: Duration = .seconds(5)
    /// How many restarts within `window` are one too few to give up.
    static let limit = 10
    /// How far back restarts count.
    static let window: Duration = .seconds(60)
    /// How long a process must work for its past to be forgotten.
    static let health: Duration = .seconds(10)
    /// How often a process that was given up is tried.
    static let retry: Duration = .seconds(30)

    /// Restarts since the supervisor began; never forgotten.
    private(set) var total = 0
    private var recent: [Duration] = []
    private var backoff = Self.shortestBackoff
    private var isExhausted = false

    /// Whether there is anything to forget.
    var isEmpty: Bool { recent.isEmpty && backoff == Self.shortestBackoff && !isExhausted }

    /// Takes in that the process ended, and says when it is started again.
    mutating func ended(at now: Duration) -> Next {
        recent.removeAll { now - $0 > Self.window }
        guard !isExhausted, recent.count < Self.limit else {
            isExhausted = true
            return .failed(retry: Self.retry)
        }
        defer { backoff = min(backoff * 2, Self.longestBackoff) }
        return .backoff(backoff)
    }

    /// Takes in that the process was started again.
    mutating func restarted(at now: Duration) {
        total += 1
        recent.append(now)
    }

    /// Forgets what was, because the process has worked for long enough.
    mutating func forget() {
        recent = []
        backoff = Self.shortestBackoff
        isExhausted = false
    }
}
