// SPDX-License-Identifier: MIT

import Foundation
import Replication
import Wire

/// Whether this node's clock may be used for the times of entries.
///
/// A pure value. The clock is compared with that of the servers regularly, and at once after it was set: a clock
/// that steps goes otherwise than one that counts how long the machine runs.
struct ClockWatch: Sendable {
    /// How often a clock is compared that was right, and one that was wrong.
    static let interval: Duration = .seconds(60)
    static let intervalWhileWrong: Duration = .seconds(5)

    private struct Comparison {
        let problem: SearchBusError?
        let time: Date
        let moment: ContinuousClock.Instant
    }

    private var last: Comparison?

    /// Notes what a comparison came to.
    ///
    /// - Parameters:
    ///   - problem: What is wrong; `nil` where the clocks agree.
    ///   - time: This machine's clock just before.
    ///   - moment: The same instant of a monotonic clock.
    mutating func note(_ problem: SearchBusError?, time: Date, moment: ContinuousClock.Instant) {
        last = Comparison(problem: problem, time: time, moment: moment)
    }

    /// Whether the clock was right when it was last compared, or never was.
    var wasRight: Bool { last?.problem == nil }

    /// Why entries may get no times now; `nil` where they may.
    ///
    /// A clock that was never compared does not count: it is compared before the first entry is submitted.
    func trouble(time: Date, moment: ContinuousClock.Instant) -> String? {
        guard let last else { return nil }
        if let problem = last.problem { return problem.reason }
        guard wasSet(since: last, time, moment) else { return nil }
        return "This machine's clock was set, and has yet to be compared with that of the log's servers"
    }

    /// Whether the clock must be compared now.
    func isDue(time: Date, moment: ContinuousClock.Instant) -> Bool {
        guard let last else { return false }
        let interval = last.problem == nil ? Self.interval : Self.intervalWhileWrong
        return moment - last.moment >= interval || (last.problem == nil && wasSet(since: last, time, moment))
    }

    private func wasSet(since last: Comparison, _ time: Date, _ moment: ContinuousClock.Instant) -> Bool {
        let elapsed = (moment - last.moment) / .seconds(1)
        return abs(time.timeIntervalSince(last.time) - elapsed) > ClockCheck.tolerance
    }
}
