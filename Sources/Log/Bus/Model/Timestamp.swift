// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// A moment by the wall clock, for people to read.
///
/// What depends on it: which sessions are idle, and for how long the log knows a repeat.
public struct Timestamp: Sendable, Hashable, CustomStringConvertible {
    /// Microseconds since 1970.
    public let microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The current moment.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The moment in RFC 3339, UTC, with microseconds.
    public var description: String {
        let seconds = microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
        let fraction = microseconds - seconds * 1_000_000
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        let date = CalendarDay(days: Int(days))
        func pad(_ value: some BinaryInteger, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return
            "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))T\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2))"
            + ":\(pad(rest % 60, 2)).\(pad(fraction, 6))Z"
    }
}
