// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Works from cursors of the log on, and again from there after each error that means starting over.
package enum CursorLoop {
    /// Works until the task is cancelled; `cursors` forgets what the work holds, and reads where it begins again.
    package static func run(
        _ meter: ComponentMeter,
        from cursors: () async throws -> [SequenceNumber],
        _ work: () async throws -> Void
    ) async throws {
        var (delay, reached) = (Duration.zero, [SequenceNumber]())
        while true {
            try Task.checkCancellation()
            do {
                try await work()
            } catch let error as SearchBusError where error.code.meansStartingOver {
                meter.noteRestart()
            }
            let next = try await cursors()
            // The longer, the more often it has begun again without getting any further.
            delay = next == reached ? min(max(delay * 2, .milliseconds(10)), .seconds(1)) : .zero
            reached = next
            try await Task.sleep(for: delay)
        }
    }
}

extension EventSubscription {
    /// The next events in order; none at a gap, after which the next call reads on.
    package func next(
        until deadline: ContinuousClock.Instant?,
        over gaps: Set<ErrorCode>,
        _ meter: ComponentMeter
    ) async throws -> [Event] {
        do {
            return try await next(until: deadline).sorted { $0.sequence < $1.sequence }
        } catch let error as SearchBusError where gaps.contains(error.code) {
            meter.noteTrimmed()
            return []
        }
    }
}
