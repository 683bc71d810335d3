// SPDX-License-Identifier: MIT

import Wire

/// A moment as events tell it, in microseconds since 1970.
public enum EventTime {
    static let hour: Int64 = 3_600_000_000
    static let day: Int64 = 24 * hour

    /// Reads RFC 3339 in UTC, such as `2026-11-21T10:13:53.879439Z`; `nil` for anything else.
    public static func parse(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { bytes -> Int64? in
            guard bytes.count >= 20, bytes.count <= 40, bytes[bytes.count - 1] == UInt8(ascii: "Z"),
                bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
                bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
                let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
                let date = CalendarDay(year: Int(year), month: Int(month), day: Int(day)),
                let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
                let second = number(bytes[17..<19]),
                hour < 24, minute < 60, second < 61
            else { return nil }
            var fraction: Int64 = 0
            if bytes[19] == UInt8(ascii: ".") {
                let digits = bytes[20..<(bytes.count - 1)].prefix(6)
                guard let value = number(UnsafeBufferPointer(rebasing: digits)[...]) else { return nil }
                fraction = (digits.count..<6).reduce(value) { value, _ in value * 10 }
            } else if bytes.count != 20 {
                return nil
            }
            let seconds = Int64(date.days) * 86_400 + hour * 3_600 + minute * 60 + second
            return seconds * 1_000_000 + fraction
        }
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        guard !digits.isEmpty, digits.count <= 6 else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        return value
    }
}
