// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// The `date` fields of the simulated Elasticsearch, which hold milliseconds.
enum SimulatedDates {
    static let standard = "strict_date_optional_time||epoch_millis"

    /// The milliseconds of a value.
    ///
    /// - Parameters:
    ///   - value: A text, or a number, which is read as the text of its digits.
    ///   - format: The names of formats with `||` between them, tried in their order.
    /// - Returns: The milliseconds.
    /// - Throws: `ElasticFailure` for a value in another format.
    static func milliseconds(_ value: JSON, _ format: String) throws -> Double {
        let text = value.string ?? value.text
        for name in format.split(separator: "|").map(String.init) {
            switch name {
            // Numbers before 1970 came with later versions.
            case "epoch_millis" where text.allSatisfy(\.isNumber): if let number = Double(text) { return number }
            case "epoch_second" where text.allSatisfy(\.isNumber):
                if let number = Double(text) { return number * 1_000 }
            case "strict_date_optional_time": if let time = time(text) { return time }
            default: continue
            }
        }
        throw ElasticFailure(
            400,
            "parse_exception",
            "failed to parse date field [\(text)] with format [\(format)]: [failed to parse date field [\(text)]]"
        )
    }

    /// A day, or a time with or without milliseconds.
    private static func time(_ text: String) -> Double? {
        let formatter = ISO8601DateFormatter()
        for options in [
            [.withFullDate], [.withInternetDateTime], [.withInternetDateTime, .withFractionalSeconds],
        ] as [ISO8601DateFormatter.Options] {
            formatter.formatOptions = options
            guard options != [.withFullDate] || text.count == 10, let date = formatter.date(from: text) else {
                continue
            }
            return (date.timeIntervalSince1970 * 1_000).rounded()
        }
        return nil
    }

    static func text(_ milliseconds: Double) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: Date(timeIntervalSince1970: milliseconds / 1_000))
    }
}
