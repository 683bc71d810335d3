// SPDX-License-Identifier: MIT

import Wire

/// Reads texts that stand for dates, with or without a time: `2024-05-01`, `2024-05-01T12:30:00Z`, `1.5.2024`, `05/01/2024 7:30 PM`,
/// `May 1, 2024`.
public enum DateText {
    /// In which order day, month and year stand.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        case yearFirst = "ymd"
        case dayFirst = "dmy"
        case monthFirst = "mdy"
    }

    private static let longest = 40

    /// The seconds since 1970 of a text; `nil` if it is not a date in this order.
    ///
    /// A year of four digits that comes first, and a month that is named, leave no doubt: such a text is a date in any order.
    /// Without a zone it is meant in UTC.
    public static func seconds(in text: String, order: Order) -> Int? {
        guard (8...longest).contains(text.utf8.count) else { return nil }
        let bytes = Array(text.utf8)
        for form in [order, .yearFirst] {
            var reader = Reader(bytes: bytes)
            if let day = date(&reader, form), let seconds = seconds(of: day, &reader) { return seconds }
            if order == .yearFirst { break }
        }
        guard let (day, rest) = NamedMonth.day(in: text) else { return nil }
        var reader = Reader(bytes: Array(rest.utf8))
        return CalendarDay(year: day.year, month: day.month, day: day.day).flatMap { seconds(of: $0.days, &reader) }
    }

    /// The seconds of a day and of the time that follows, if one does.
    private static func seconds(of day: Int, _ reader: inout Reader) -> Int? {
        guard !reader.isAtEnd else { return day * 86_400 }
        _ = reader.take(",")
        guard reader.take("T") || reader.take("t") || reader.take(" "), let time = time(&reader), reader.isAtEnd else {
            return nil
        }
        return day * 86_400 + time
    }

    private static func date(_ reader: inout Reader, _ order: Order) -> Int? {
        guard let first = reader.number(order == .yearFirst ? 4...4 : 1...2), let separator = reader.separator(),
            let second = reader.number(1...2), reader.take(separator),
            let third = reader.number(order == .yearFirst ? 1...2 : 4...4)
        else { return nil }
        switch order {
        case .yearFirst: return CalendarDay(year: first, month: second, day: third)?.days
        case .dayFirst: return CalendarDay(year: third, month: second, day: first)?.days
        case .monthFirst: return CalendarDay(year: third, month: first, day: second)?.days
        }
    }

    /// The seconds since midnight in UTC.
    private static func time(_ reader: inout Reader) -> Int? {
        guard var hour = reader.number(1...2), hour < 24, reader.take(":"), let minute = reader.number(2...2),
            minute < 60
        else { return nil }
        var seconds = minute * 60
        if reader.take(":") {
            guard let second = reader.number(2...2), second <= 60 else { return nil }
            seconds += second
            if reader.take(".") || reader.take(",") {
                guard reader.skipDigits(atMost: 9) else { return nil }
            }
        }
        if let isAfternoon = reader.takeHalfOfDay() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        seconds += hour * 3_600
        if reader.take("Z") || reader.take("z") || reader.takeWord(" UTC") || reader.takeWord(" GMT") { return seconds }
        let isAhead = reader.take("+")
        guard isAhead || reader.take("-") else { return seconds }
        guard let hours = reader.number(2...2), hours < 24 else { return nil }
        _ = reader.take(":")
        let minutes = reader.number(2...2) ?? 0
        guard minutes < 60 else { return nil }
        return seconds - (isAhead ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }
}

private struct Reader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(_ count: ClosedRange<Int>) -> Int? {
        var (value, digits) = (0, 0)
        while digits < count.upperBound, position < bytes.count, (0x30...0x39).contains(bytes[position]) {
            value = value * 10 + Int(bytes[position] - 0x30)
            position += 1
            digits += 1
        }
        return count.contains(digits) ? value : nil
    }

    mutating func skipDigits(atMost most: Int) -> Bool {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start && position - start <= most
    }

    mutating func separator() -> Unicode.Scalar? {
        guard position < bytes.count, [0x2D, 0x2E, 0x2F].contains(bytes[position]) else { return nil }
        defer { position += 1 }
        return Unicode.Scalar(bytes[position])
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == scalar.value else { return false }
        position += 1
        return true
    }

    /// Which half of the day `AM`, ` pm` or ` p.m.` says; `nil` where neither stands here.
    mutating func takeHalfOfDay() -> Bool? {
        let start = position
        _ = take(" ") || takeWord("\u{202f}") || takeWord("\u{a0}")
        for (letters, isAfternoon) in [("Aa", false), ("Pp", true)] {
            guard letters.unicodeScalars.contains(where: { take($0) }) else { continue }
            _ = take(".")
            if take("M") || take("m") {
                _ = take(".")
                return isAfternoon
            }
        }
        position = start
        return nil
    }

    mutating func takeWord(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }
}
