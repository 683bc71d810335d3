// SPDX-License-Identifier: MIT

/// A day of the Gregorian calendar.
public struct CalendarDay: Sendable, Hashable {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Creates a day of the years 1 to 9999; `nil` if the calendar does not have it.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            (1...CalendarDay.length(of: month, in: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the day that begins a number of days after 1970-01-01, within some millions of years.
    ///
    /// Years are counted in eras of 400 that begin in March, so that leap days come last.
    public init(days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        month = march < 10 ? march + 3 : march - 9
        day = dayOfYear - (153 * march + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1970-01-01.
    public var days: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    public static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay {
    /// A moment in RFC 3339, UTC, such as `2025-01-31T09:30:00.250Z`.
    ///
    /// - Parameters:
    ///   - microseconds: How many have passed since 1970 began.
    ///   - digits: How many digits the fraction of the second has, up to 6; without a point for 0.
    /// - Returns: The text.
    public static func text(microseconds: Int64, digits: Int) -> String {
        let (seconds, fraction) = divided(Int(microseconds), by: 1_000_000)
        let (days, second) = divided(seconds, by: 86_400)
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        let point = digits > 0 ? "." + padded(fraction, 6).prefix(digits) : ""
        return "\(CalendarDay(days: days).text)T\(clock)\(point)Z"
    }

    /// The day in RFC 3339, such as `2025-01-31`.
    public var text: String { [(year, 4), (month, 2), (day, 2)].map(Self.padded).joined(separator: "-") }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The quotient that is not greater, and the rest, which is never below zero.
    private static func divided(_ number: Int, by divisor: Int) -> (Int, Int) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
