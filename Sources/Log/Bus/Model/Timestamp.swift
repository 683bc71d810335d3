// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// A moment by the wall clock, for people to read.
///
/// What depends on it: which sessions are idle, and for how long the log knows a repeat.
public struct Timestamp: Sendable, Hashable, CustomStringConvertible {
    public let microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The current moment.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The moment in RFC 3339, UTC, with microseconds.
    public var description: String { CalendarDay.text(microseconds: microseconds, digits: 6) }
}
