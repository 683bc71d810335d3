// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A filter of the simulated Typesense, read as the documentation describes the language: conditions, `&&`, `||`, parentheses, and
/// values in backticks.
struct TypesenseFilter {
    private let collection: TypesenseCollection
    private let document: JSON
    private var rest: Substring

    static func admits(_ text: String, _ document: JSON, _ collection: TypesenseCollection) throws -> Bool {
        var filter = TypesenseFilter(text, document, collection)
        let result = try filter.either()
        filter.skip()
        guard filter.rest.isEmpty else { throw TypesenseFailure(400, "Could not parse the filter query.") }
        return result
    }

    private init(_ text: String, _ document: JSON, _ collection: TypesenseCollection) {
        (rest, self.document, self.collection) = (Substring(text), document, collection)
    }

    private mutating func skip() { rest = rest.drop { $0 == " " } }

    private mutating func takes(_ word: String) -> Bool {
        skip()
        guard rest.hasPrefix(word) else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    private mutating func either() throws -> Bool {
        var result = try all()
        while takes("||") { result = try all() || result }
        return result
    }

    private mutating func all() throws -> Bool {
        var result = try one()
        while takes("&&") { result = try one() && result }
        return result
    }

    private mutating func one() throws -> Bool {
        if takes("(") {
            let result = try either()
            guard takes(")") else {
                throw TypesenseFailure(400, "Could not parse the filter query: unbalanced parentheses.")
            }
            return result
        }
        skip()
        let name = String(rest.prefix { $0 != ":" && $0 != " " })
        rest = rest.dropFirst(name.count)
        guard takes(":") else { throw TypesenseFailure(400, "Could not parse the filter query.") }
        if name == "id" {
            let isNegated = takes("!=")
            _ = takes("=")
            return try (document["id"]?.string == value()) != isNegated
        }
        guard let field = collection.fields[name] else {
            throw TypesenseFailure(404, "Could not find a filter field named `\(name)` in the schema.")
        }
        let found = collection.values(name, document)
        if field.type == "geopoint" { return try place(document.at(name)) }
        if field.isNumber { return try number(name, field, found.compactMap(\.double)) }
        let isNegated = takes("!=")
        let isWhole = takes("=") || isNegated
        let wanted = try value()
        if field.type.hasPrefix("bool") {
            guard wanted == "true" || wanted == "false" else {
                throw TypesenseFailure(400, "Value of filter field `\(name)`: must be `true` or `false`.")
            }
            return found.contains { $0.bool.map(String.init) == wanted } != isNegated
        }
        let words = collection.words(wanted)
        guard !words.isEmpty else {
            throw TypesenseFailure(400, "Error with filter field `\(name)`: Filter value cannot be empty.")
        }
        let holds = found.contains { value in
            let known = collection.words(value.string ?? "")
            return isWhole ? known == words : words.allSatisfy(known.contains)
        }
        return holds != isNegated
    }

    /// A value, up to the end of a condition, or of the backticks.
    private mutating func value() throws -> String {
        skip()
        var (text, isInside) = ("", false)
        while let character = rest.first {
            if !isInside, "()".contains(character) || rest.hasPrefix("&&") || rest.hasPrefix("||") { break }
            rest = rest.dropFirst()
            if character == "`" { isInside.toggle() } else { text.append(character) }
        }
        guard !isInside else { throw TypesenseFailure(400, "Could not parse the filter query: a backtick is missing.") }
        return text.trimmingCharacters(in: .whitespaces)
    }

    // MARK: - Numbers

    private mutating func number(_ name: String, _ field: TypesenseCollection.Field, _ found: [Double]) throws -> Bool {
        func parsed(_ text: some StringProtocol) throws -> Double {
            let text = text.trimmingCharacters(in: .whitespaces)
            if field.isWhole {
                guard
                    let whole = field.type.hasPrefix("int32")
                        ? Int32(text).map(Double.init) : Int64(text).map({ Double($0) })
                else {
                    throw TypesenseFailure(400, "Error with filter field `\(name)`: Not an \(field.type).")
                }
                return whole
            }
            guard let number = Float(text) else {
                throw TypesenseFailure(400, "Error with filter field `\(name)`: Not a float.")
            }
            return Double(number)
        }
        if takes("[") {
            let inside = rest.prefix { $0 != "]" }
            rest = rest.dropFirst(inside.count + 1)
            guard let dots = inside.firstRange(of: "..") else {
                throw TypesenseFailure(400, "Error with filter field `\(name)`.")
            }
            let (low, high) = (try parsed(inside[..<dots.lowerBound]), try parsed(inside[dots.upperBound...]))
            return found.contains { $0 >= low && $0 <= high }
        }
        for sign in ["!=", ">=", "<=", "=", ">", "<"] where takes(sign) {
            let bound = try parsed(value())
            return switch sign {
            case "!=": !found.contains(bound)
            case ">=": found.contains { $0 >= bound }
            case "<=": found.contains { $0 <= bound }
            case ">": found.contains { $0 > bound }
            case "<": found.contains { $0 < bound }
            default: found.contains(bound)
            }
        }
        return found.contains(try parsed(value()))
    }

    // MARK: - Locations

    private mutating func place(_ value: JSON?) throws -> Bool {
        guard takes("(") else { throw TypesenseFailure(400, "Value of filter field: must be a geo filter.") }
        let inside = rest.prefix { $0 != ")" }
        rest = rest.dropFirst(inside.count + 1)
        let parts = inside.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let point = value?.array?.compactMap(\.double) ?? []
        if parts.count == 3 {
            guard parts[2].hasSuffix(" km"), let radius = Double(parts[2].dropLast(3)), let latitude = Double(parts[0]),
                let longitude = Double(parts[1])
            else { throw TypesenseFailure(400, "Value of filter field: unit of the radius must be `km` or `mi`.") }
            guard point.count == 2 else { return false }
            let (first, second) = (point[0] * .pi / 180, latitude * .pi / 180)
            let (rise, turn) = ((second - first) / 2, (longitude - point[1]) * .pi / 360)
            let share = sin(rise) * sin(rise) + cos(first) * cos(second) * sin(turn) * sin(turn)
            return 2 * 6_371.01 * asin(min(1, share.squareRoot())) <= radius
        }
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.count >= 6, numbers.count.isMultiple(of: 2) else {
            throw TypesenseFailure(400, "Value of filter field: polygon must have at least three points.")
        }
        guard point.count == 2 else { return false }
        let corners = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
        // How often a line to the east crosses an edge.
        var isInside = false
        for (place, corner) in corners.enumerated() {
            let other = corners[(place + 1) % corners.count]
            guard (corner.0 > point[0]) != (other.0 > point[0]) else { continue }
            let share = (point[0] - corner.0) / (other.0 - corner.0)
            if point[1] < corner.1 + share * (other.1 - corner.1) { isInside.toggle() }
        }
        return isInside
    }
}

extension JSON {
    /// The value at a name, which may have dots in it.
    fileprivate func at(_ name: String) -> JSON? {
        self[name] ?? name.split(separator: ".").reduce(self) { $0?[String($1)] }
    }
}
