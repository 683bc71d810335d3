// SPDX-License-Identifier: MIT

/// A period of validity, as users write it: `90s`, `30m`, `12h`, `7d`, `4w`, or `never` for no limit.
public struct Lifetime: Sendable, Hashable {
    /// The longest time, in seconds: ten years.
    public static let longest = 315_360_000

    /// The number of seconds; `nil` for no limit.
    public let seconds: Int?

    private init(checked seconds: Int?) { self.seconds = seconds }

    /// A period of a number of seconds; `nil` for one that is too long or not positive.
    public init?(seconds: Int) {
        guard (1...Self.longest).contains(seconds) else { return nil }
        self.init(checked: seconds)
    }

    /// Reads a time; `nil` for other texts.
    public init?(_ text: String) {
        if text == "never" {
            self.init(checked: nil)
            return
        }
        let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        guard text.utf8.count <= 12, let unit = units[String(text.suffix(1))], let count = Int(text.dropLast()),
            count > 0, text.first != "+"
        else { return nil }
        let (whole, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        guard !isTooLarge else { return nil }
        self.init(seconds: whole)
    }

    /// The end of a period that begins now, in seconds since 1970; `nil` for never.
    public func end(from now: Int) -> Int? { seconds.map { now + $0 } }
}
