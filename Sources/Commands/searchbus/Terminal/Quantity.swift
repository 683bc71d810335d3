// SPDX-License-Identifier: MIT

/// Numbers as people read them.
enum Quantity {
    /// A count with a comma between each three digits.
    static func count(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return value < 0 ? "-" + text : text
    }

    /// A count with its noun: `1 session`, `2,000 sessions`; `nouns` where the plural is another than with an s.
    static func count(_ value: Int, _ noun: String, _ nouns: String? = nil) -> String {
        "\(count(value)) \(value == 1 ? noun : nouns ?? noun + "s")"
    }

    /// A number of bytes in the unit that fits.
    static func bytes(_ value: Int) -> String {
        var amount = Double(value)
        for unit in ["B", "KiB", "MiB", "GiB"] {
            if amount < 1024 || unit == "GiB" { return unit == "B" ? "\(value) B" : "\(decimal(amount)) \(unit)" }
            amount /= 1024
        }
        return "\(value) B"
    }

    /// A number with one decimal below ten, and with none from there on.
    static func decimal(_ value: Double) -> String {
        guard value < 9.95 else { return String(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }

    /// A span of time in its two largest units.
    static func time(seconds: Int) -> String {
        let seconds = max(0, seconds)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
        default: return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
        }
    }
}
