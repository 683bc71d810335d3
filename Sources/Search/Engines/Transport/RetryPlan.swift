// SPDX-License-Identifier: MIT

/// Which host a question goes to next, and after which pause: a value, without a clock and without chance of its own.
///
/// Hosts that failed of late come last. Each host is tried at once, one after another; when all have failed there is a pause, which
/// doubles, with a random part so that many processes do not come back in step.
struct RetryPlan {
    /// A try.
    struct Attempt: Equatable {
        let host: Int
        let pause: Duration
    }

    private static let firstPause: Duration = .milliseconds(50)
    private static let longestRest = 300

    /// The pause that the header `Retry-After` asks for: seconds, at most five minutes; dates are ignored (RFC 9110, 10.2.3).
    static func rest(_ header: String) -> Duration? {
        guard let seconds = Int(header.filter { $0 != " " && $0 != "\t" }), seconds > 0 else { return nil }
        return .seconds(min(seconds, longestRest))
    }

    private let order: [Int]
    private let limit: Int
    private var tried = 0

    /// - Parameters:
    ///   - order: The hosts by their number, those to prefer first.
    ///   - retries: How often each may be tried again.
    init(order: [Int], retries: Int) {
        self.order = order
        limit = order.count * (1 + max(0, min(retries, 10)))
    }

    mutating func next(_ chance: Double) -> Attempt? {
        guard tried < limit, !order.isEmpty else { return nil }
        defer { tried += 1 }
        let (round, place) = tried.quotientAndRemainder(dividingBy: order.count)
        let isNewRound = round > 0 && place == 0
        let pause = isNewRound ? Self.firstPause * (1 << (round - 1)) * (0.5 + chance / 2) : .zero
        return Attempt(host: order[place], pause: pause)
    }

    /// How many tries of this round are still to come, the one that was given out last included.
    var leftInRound: Int { order.isEmpty ? 0 : order.count - (tried - 1) % order.count }
}

/// Which hosts failed of late: those come last for a while.
struct HostMemory {
    private static let penalty: Duration = .seconds(5)
    private var failedAt: [Int: ContinuousClock.Instant] = [:]

    /// The hosts by their number, in the order in which to try them.
    func order(of count: Int, at now: ContinuousClock.Instant) -> [Int] {
        let isBad = { (host: Int) in failedAt[host].map { now - $0 < Self.penalty } ?? false }
        return (0..<count).filter { !isBad($0) } + (0..<count).filter(isBad)
    }

    mutating func note(_ host: Int, failedAt now: ContinuousClock.Instant?) { failedAt[host] = now }
}
