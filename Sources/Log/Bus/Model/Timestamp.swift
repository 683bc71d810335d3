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

    /// Reads a moment in RFC 3339, UTC: a date, or a date with a time, such as `2025-01-31T09:30:00.25Z`.
    ///
    /// Seconds may be left out.
    public init?(parsing text: String) {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            let calendarDay = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        var microseconds = Int64(calendarDay.days) * 86_400_000_000
        if parts.count == 2 {
            guard parts[1].hasSuffix("Z"), let time = Self.timeOfDay(parts[1].dropLast()) else { return nil }
            microseconds += time
        }
        self.init(microseconds: microseconds)
    }

    /// The microseconds of `09:30`, `09:30:00` or `09:30:00.25`.
    private static func timeOfDay(_ text: Substring) -> Int64? {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let clock = halves[0].split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard (2...3).contains(clock.count), let hour = clock[0], let minute = clock[1],
            let second = clock.count == 3 ? clock[2] : 0, hour < 24, minute < 60, second < 60
        else { return nil }
        let whole = Int64(hour * 3_600 + minute * 60 + second) * 1_000_000
        guard halves.count == 2 else { return whole }
        let digits = halves[1]
        guard clock.count == 3, (1...6).contains(digits.count), let fraction = number(digits) else { return nil }
        return whole + Int64(fraction) * [100_000, 10_000, 1_000, 100, 10, 1][digits.count - 1]
    }

    /// A number of 1 to 6 digits.
    private static func number(_ text: Substring) -> Int? {
        (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
