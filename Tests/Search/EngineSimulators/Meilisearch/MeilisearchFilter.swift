// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A filter of the simulated Meilisearch: its lists and its language, read as the documentation describes it.
struct MeilisearchFilter {
    struct Failure: Error { let message: String }

    /// The attributes that may be filtered by.
    let filterable: [String]

    /// Whether a record matches a filter: a text, or a list of required conditions, with lists of alternatives in it.
    func admits(_ filter: JSON, _ record: JSON) throws -> Bool {
        if let text = filter.string { return try admits(text, record) }
        guard let all = filter.array else { throw Failure(message: "Invalid syntax for the filter parameter") }
        let results = try all.map { element -> Bool in
            if let any = element.array {
                return try any.map { try admits($0.string ?? "", record) }.contains(true)
            }
            return try admits(element.string ?? "", record)
        }
        return results.allSatisfy(\.self)
    }

    private func admits(_ text: String, _ record: JSON) throws -> Bool {
        var parser = Parser(rest: Substring(text), record: record, filterable: filterable)
        let result = try parser.either()
        parser.skip()
        guard parser.rest.isEmpty else {
            throw Failure(message: "Found unexpected characters at the end of the filter: `\(parser.rest)`.")
        }
        return result
    }

    private struct Parser {
        var rest: Substring
        let record: JSON
        let filterable: [String]

        mutating func skip() { rest = rest.drop(while: \.isWhitespace) }

        mutating func takes(_ word: String) -> Bool {
            skip()
            guard rest.hasPrefix(word) else { return false }
            let after = rest.dropFirst(word.count)
            if word.last?.isLetter == true, after.first?.isLetter == true { return false }
            rest = after
            return true
        }

        mutating func either() throws -> Bool {
            var result = try all()
            while takes("OR") { result = try all() || result }
            return result
        }

        mutating func all() throws -> Bool {
            var result = try one()
            while takes("AND") { result = try one() && result }
            return result
        }

        mutating func one() throws -> Bool {
            if takes("NOT") { return try !one() }
            if takes("(") {
                let result = try either()
                guard takes(")") else { throw Failure(message: "Expression is missing a closing `)`") }
                return result
            }
            if takes("_geoRadius(") { return try radius() }
            if takes("_geoBoundingBox(") { return try box() }
            return try condition()
        }

        mutating func value() throws -> (text: String, isQuoted: Bool) {
            skip()
            guard let first = rest.first, first == "\"" || first == "'" else {
                let word = rest.prefix { $0.isLetter || $0.isNumber || "_-./".contains($0) }
                guard !word.isEmpty else {
                    throw Failure(message: "Was expecting a value but instead got `\(rest.prefix(20))`.")
                }
                rest = rest.dropFirst(word.count)
                return (String(word), false)
            }
            // A backslash escapes the next character; before a quote it is removed.
            var inside = ""
            var scalars = rest.unicodeScalars.dropFirst()
            while let scalar = scalars.popFirst() {
                if Character(scalar) == first {
                    rest = Substring(scalars)
                    return (inside.replacing("\\\(first)", with: String(first)), true)
                }
                inside.unicodeScalars.append(scalar)
                if scalar == "\\", let next = scalars.popFirst() { inside.unicodeScalars.append(next) }
            }
            throw Failure(message: "Expression `\(rest)` is missing the following closing delimiter: `\(first)`.")
        }

        mutating func condition() throws -> Bool {
            let name = try value().text
            guard filterable.contains(where: { $0 == name || name.hasPrefix($0 + ".") }) else {
                throw Failure(
                    message: "Attribute `\(name)` is not filterable. Available filterable attribute patterns are: …."
                )
            }
            let found = record.values(at: name)
            if takes("EXISTS") { return !found.isEmpty }
            for sign in ["!=", ">=", "<=", "=", ">", "<"] where takes(sign) {
                let wanted = try value().text
                let isEqual = found.contains { Self.isSame($0, wanted) }
                guard sign.count == 2 && sign != "!=" || sign == ">" || sign == "<" else {
                    return (sign == "=") == isEqual
                }
                guard let bound = Double(wanted) else { return false }
                return found.compactMap(\.double).contains { number in
                    switch sign {
                    case ">=": number >= bound
                    case "<=": number <= bound
                    case ">": number > bound
                    default: number < bound
                    }
                }
            }
            guard let low = Double(try value().text), takes("TO"), let high = Double(try value().text) else {
                throw Failure(message: "Was expecting an operation `=`, `!=`, `>=`, `>`, `<=`, `<`, `TO` or `EXISTS`.")
            }
            return found.compactMap(\.double).contains { $0 >= low && $0 <= high }
        }

        /// Texts are equal in any case; a number is equal to its text.
        private static func isSame(_ value: JSON, _ wanted: String) -> Bool {
            if let number = value.double { return Double(wanted) == number }
            let text = value.string ?? value.bool.map(String.init) ?? ""
            func folded(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces).lowercased() }
            return folded(text) == folded(wanted)
        }

        mutating func numbers(_ count: Int, end: String) throws -> [Double] {
            let numbers = try (0..<count).map { place -> Double in
                if place > 0, !takes(",") { throw Failure(message: "Invalid arguments.") }
                guard let number = Double(try value().text) else { throw Failure(message: "Invalid number.") }
                return number
            }
            guard takes(end) else { throw Failure(message: "Invalid arguments.") }
            return numbers
        }

        private var place: (Double, Double)? {
            guard let latitude = record["_geo"]?["lat"]?.double, let longitude = record["_geo"]?["lng"]?.double else {
                return nil
            }
            return (latitude, longitude)
        }

        mutating func radius() throws -> Bool {
            let numbers = try numbers(3, end: ")")
            guard filterable.contains("_geo") else { throw Failure(message: "Attribute `_geo` is not filterable.") }
            guard let place else { return false }
            let (first, second) = (place.0 * .pi / 180, numbers[0] * .pi / 180)
            let (rise, turn) = ((second - first) / 2, (numbers[1] - place.1) * .pi / 360)
            let share = sin(rise) * sin(rise) + cos(first) * cos(second) * sin(turn) * sin(turn)
            return 2 * 6_371_008.8 * asin(min(1, share.squareRoot())) <= numbers[2]
        }

        mutating func box() throws -> Bool {
            guard takes("[") else { throw Failure(message: "Invalid arguments.") }
            let north = try numbers(2, end: "]")
            guard takes(","), takes("[") else { throw Failure(message: "Invalid arguments.") }
            let south = try numbers(2, end: "]")
            guard takes(")") else { throw Failure(message: "Invalid arguments.") }
            guard let place else { return false }
            return place.0 <= north[0] && place.0 >= south[0] && place.1 <= north[1] && place.1 >= south[1]
        }
    }
}
