// SPDX-License-Identifier: MIT

import Bus

/// What the broker counts of itself.
struct BrokerStatistics {
    private let startedAt = ContinuousClock.now
    private var rateStart = ContinuousClock.now
    private var eventsSinceRate = 0
    /// Events published since the start.
    private(set) var events = 0
    /// Appends acknowledged since the start.
    private(set) var appends = 0
    /// Commands refused since the start.
    var refused = 0
    /// Answers without a receiver since the start.
    var unanswered = 0
    /// Sessions that were deleted since the start, because they were idle for long or the log was too large.
    var expired = 0
    /// The size of the log's content.
    var bytes = 0
    /// How long the transactions took that stored events.
    private(set) var appendTimes = DurationHistogram()
    /// How many sessions there are, as far as was written down.
    var sessions = 0

    /// Seconds since the start.
    var uptime: Double {
        let (seconds, attoseconds) = (ContinuousClock.now - startedAt).components
        return Double(seconds) + (Double(attoseconds) / 1e15).rounded() / 1000
    }

    mutating func note(_ result: EntryResult, after time: Duration) {
        if result.publications.contains(where: \.isStored) { appendTimes.observe(time) }
        events += result.publications.count
        eventsSinceRate += result.publications.count
        for outcome in result.outcomes {
            switch outcome {
            case .appended: appends += 1
            case .refused: refused += 1
            case .claimed, .removed: break
            }
        }
    }

    /// Events a second since the last call.
    mutating func takeRate() -> Double {
        let now = ContinuousClock.now
        let (seconds, attoseconds) = (now - rateStart).components
        let elapsed = Double(seconds) + Double(attoseconds) / 1e18
        defer {
            rateStart = now
            eventsSinceRate = 0
        }
        return elapsed > 0 ? (Double(eventsSinceRate) / elapsed * 10).rounded() / 10 : 0
    }

    func status(
        trimmed: SequenceNumber,
        events count: Int,
        questionBytes: Int,
        withheld: Int,
        heldBytes: Int,
        disk: DiskFigures
    ) -> LogStatus {
        var log = LogStatus()
        (log.sessions, log.appendTimes, log.expired) = (sessions, appendTimes, expired)
        (log.walBytes, log.diskFreeBytes) = (disk.walBytes, disk.freeBytes)
        (log.events, log.bytes, log.questionBytes) = (count, bytes, questionBytes)
        (log.published, log.appends, log.refused) = (events, appends, refused)
        (log.unanswered, log.withheld, log.heldBytes) = (unanswered, withheld, heldBytes)
        log.trimmed = trimmed.description
        return log
    }
}
