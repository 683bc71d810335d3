// SPDX-License-Identifier: MIT

import Wire

/// A time of the Gregorian calendar in UTC, from the year 1 to the year 9999: a day, or a second of one.
public struct CalendarTime: Sendable, Hashable {
    /// The seconds since 1970 began; before it, below 0.
    public let seconds: Int
    /// Whether the whole of the day is meant, which begins at that second.
    public let isDay: Bool

    private static let daySeconds = 86_400
    /// The first second of the year 1, and the last of the year 9999.
    private static let range = -62_135_596_800...253_402_300_799

    private init(checked seconds: Int, isDay: Bool = false) {
        self.seconds = seconds
        self.isDay = isDay
    }

    /// The second in which a moment is; the calendar's first or last one for a moment beyond it.
    public init(seconds: Double) {
        let (low, high) = (Double(Self.range.lowerBound), Double(Self.range.upperBound))
        self.init(checked: seconds.isNaN ? 0 : Int(min(max(seconds.rounded(.down), low), high)))
    }

    /// The time in the form in which it is read: `2025-01-31` or `2025-01-31T09:30:00Z`.
    public var text: String {
        isDay ? date.text : CalendarDay.text(microseconds: Int64(seconds) * 1_000_000, digits: 0)
    }

    /// Reads a day, or a time in UTC.
    ///
    /// - Throws: `JSONError` for a text of another form, and for a time that no calendar has.
    public init(text: String) throws {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return bytes[range].reduce(0) { number, byte in
                guard let number, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                return number * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        func stands(_ sign: Character, at place: Int) -> Bool { place < bytes.count && bytes[place] == sign.asciiValue }
        guard bytes.count == 10 || bytes.count == 20, stands("-", at: 4), stands("-", at: 7),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let date = CalendarDay(year: year, month: month, day: day)
        else {
            throw JSONError(
                "`\(text.prefix(32))` is neither a day such as 2025-01-31 nor a time such as 2025-01-31T09:30:00Z"
            )
        }
        let start = date.days * Self.daySeconds
        guard bytes.count == 20 else {
            self.init(checked: start, isDay: true)
            return
        }
        guard stands("T", at: 10), stands(":", at: 13), stands(":", at: 16), stands("Z", at: 19),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19), hour < 24,
            minute < 60, second < 60
        else { throw JSONError("`\(text.prefix(32))` is not a time such as 2025-01-31T09:30:00Z") }
        self.init(checked: start + hour * 3_600 + minute * 60 + second)
    }
}

// MARK: - Reckoning

extension CalendarTime {
    /// The time so many units later; a day that its month does not have is that month's last.
    func adding(_ count: Int, _ unit: DatePeriod.Unit) -> CalendarTime {
        switch unit {
        case .minute: shifted(by: count * 60)
        case .hour: shifted(by: count * 3_600)
        case .day: shifted(by: count * Self.daySeconds)
        case .week: shifted(by: count * 7 * Self.daySeconds)
        case .month: addingMonths(count)
        case .quarter: addingMonths(count * 3)
        case .year: addingMonths(count * 12)
        }
    }

    func start(of unit: DatePeriod.Unit) -> CalendarTime {
        let (year, month) = (date.year, date.month)
        let start =
            switch unit {
            case .minute: seconds - modulo(seconds, 60)
            case .hour: seconds - modulo(seconds, 3_600)
            case .day: days * Self.daySeconds
            // 1970 began on a Thursday.
            case .week: (days - modulo(days + 3, 7)) * Self.daySeconds
            case .month: Self.start(year, month, 1)
            case .quarter: Self.start(year, month - (month - 1) % 3, 1)
            case .year: Self.start(year, 1, 1)
            }
        return CalendarTime(checked: max(start, Self.range.lowerBound))
    }

    private func shifted(by length: Int) -> CalendarTime {
        CalendarTime(checked: min(max(seconds + length, Self.range.lowerBound), Self.range.upperBound))
    }

    private func addingMonths(_ count: Int) -> CalendarTime {
        let months = date.year * 12 + date.month - 1 + count
        guard (12..<120_000).contains(months) else {
            return CalendarTime(checked: count < 0 ? Self.range.lowerBound : Self.range.upperBound)
        }
        let (newYear, newMonth) = (months / 12, months % 12 + 1)
        let start = Self.start(newYear, newMonth, min(date.day, CalendarDay.length(of: newMonth, in: newYear)))
        return CalendarTime(checked: start + modulo(seconds, Self.daySeconds))
    }

    private func modulo(_ number: Int, _ divisor: Int) -> Int { (number % divisor + divisor) % divisor }

    /// The days since 1970 began.
    private var days: Int { (seconds - modulo(seconds, Self.daySeconds)) / Self.daySeconds }

    private var date: CalendarDay { CalendarDay(days: days) }

    /// The first second of a day that the calendar has.
    private static func start(_ year: Int, _ month: Int, _ day: Int) -> Int {
        (CalendarDay(year: year, month: month, day: day)?.days ?? 0) * daySeconds
    }
}
