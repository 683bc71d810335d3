// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Numbers of a `date` field.
///
/// The engine counts milliseconds and reads a number that comes without a format as the field's own format says. So what is
/// asked says its unit, and what is answered is brought to the unit of the app.
struct ElasticTimes: Sendable, Hashable {
    /// What the app's numbers count since 1970.
    let unit: ElasticSettings.DateUnit
    /// Whether the field is of the type `date_nanos`, which has no times before 1970, nor after 2262.
    let isNanoseconds: Bool

    /// The times that every field and format of the engine can hold, in milliseconds.
    private var known: ClosedRange<Double> {
        isNanoseconds ? 0...9_223_372_036_854 : -62_135_596_800_000...253_402_300_799_999
    }

    /// A number of the engine's in the app's unit.
    func number(_ milliseconds: Double) -> Double { milliseconds / unit.milliseconds }

    /// Bounds as members of a `range`, with their format.
    ///
    /// - Parameter bounds: The engine's words, `gte` and so on, with numbers of the app's.
    /// - Returns: The members.
    func members(_ bounds: [(word: String, number: Double)]) -> JSONObject {
        let times = bounds.map { ($0.word, milliseconds($0.number, isRoundedUp: $0.word == "gte" || $0.word == "lt")) }
        // Older versions take no number before 1970.
        guard times.contains(where: { $0.1 < 0 }) else {
            return JSONObject(times.map { ($0.0, JSON($0.1)) } + [("format", "epoch_millis")])
        }
        return JSONObject(times.map { ($0.0, .string(Self.text($0.1))) } + [("format", "strict_date_optional_time")])
    }

    /// The whole milliseconds of a number of the app's.
    private func milliseconds(_ number: Double, isRoundedUp: Bool) -> Int {
        let exact = min(max(number * unit.milliseconds, known.lowerBound), known.upperBound)
        let nearest = exact.rounded()
        // Seconds with decimals come close to a whole number and seldom meet it.
        guard abs(exact - nearest) > 0.001 else { return Int(nearest) }
        return Int(exact.rounded(isRoundedUp ? .up : .down))
    }

    private static func text(_ milliseconds: Int) -> String {
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        let second = CalendarTime(seconds: Double((milliseconds - rest) / 1_000)).text
        return "\(second.dropLast()).\(String(1_000 + rest).dropFirst())Z"
    }
}

extension ElasticSettings.DateUnit {
    fileprivate var milliseconds: Double { self == .seconds ? 1_000 : 1 }
}
