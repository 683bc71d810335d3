// SPDX-License-Identifier: MIT

/// How often a process ended by itself of late, and what follows from it for the next time.
struct RestartHistory: Sendable, Hashable {
    /// When a process that has just ended by itself is started again.
    enum Next: Hashable {
        /// After a wait that doubles each time.
        case backoff(Duration)
        /// After a wait of the same kind, but longer: restarting quickly has not helped.
        case failed(retry: Duration)
    }

    /// The longest waits of a process.
    struct Limits: Sendable, Hashable {
        /// While there is hope.
        let backoff: Duration
        /// Once it has failed.
        let retry: Duration

        init(_ role: ProcessDefinition.Role) {
            switch role {
            // Nothing works without them, and there is little that a longer wait would spare.
            case .broker, .gateway: (backoff, retry) = (.seconds(1), .seconds(1))
            case .worker: (backoff, retry) = (.seconds(5), .seconds(30))
            }
        }
    }

    static let shortestBackoff: Duration = .milliseconds(100)
    /// How many deaths within `window` are one too few to have failed.
    static let limit = 10
    /// How far back deaths count.
    static let window: Duration = .seconds(60)
    /// How long a process must work for its past to be forgotten.
    static let health: Duration = .seconds(10)

    /// Restarts since the supervisor began; never forgotten.
    private(set) var total = 0
    private let limits: Limits
    private var recent: [Duration] = []
    private var backoff = Self.shortestBackoff
    private var isExhausted = false

    init(_ role: ProcessDefinition.Role) {
        limits = Limits(role)
    }

    /// How often it ended by itself of late.
    var count: Int { recent.count }

    /// Whether there is anything to forget.
    var isEmpty: Bool { recent.isEmpty && backoff == Self.shortestBackoff && !isExhausted }

    /// Takes in that the process ended by itself, and says when it is started again.
    mutating func ended(at now: Duration) -> Next {
        recent.removeAll { now - $0 > Self.window }
        if recent.count >= Self.limit { isExhausted = true }
        recent.append(now)
        let longest = isExhausted ? limits.retry : limits.backoff
        let wait = min(backoff, longest)
        backoff = min(wait * 2, limits.retry)
        return isExhausted ? .failed(retry: wait) : .backoff(wait)
    }

    mutating func restarted() {
        total += 1
    }

    /// Forgets what was, because the process has worked for long enough.
    mutating func forget() {
        recent = []
        backoff = Self.shortestBackoff
        isExhausted = false
    }
}
