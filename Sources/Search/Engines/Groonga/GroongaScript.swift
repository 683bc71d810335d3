// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Conditions in Groonga's script syntax: names of the catalogue, numbers, and texts that are escaped here and nowhere else.
struct GroongaScript: FilterVisitor {
    let table: GroongaTable
    let settings: GroongaSettings

    /// A text as a literal, in which nothing ends it.
    ///
    /// - Returns: `nil` for a text with the character 0, which no command can hold.
    static func literal(_ text: String) -> String? {
        guard !text.utf8.contains(0) else { return nil }
        var literal = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { literal.unicodeScalars.append("\\") }
            literal.unicodeScalars.append(scalar)
        }
        return literal + "\""
    }

    /// What all groups, and the words that were typed, come to; `nil` where every record is wanted.
    func filter(_ groups: [FilterGroup], query: String) throws -> String? {
        let parts = words(query) + (try groups.map { "(\(try clauses(of: $0).joined(separator: " && ")))" })
        return parts.isEmpty ? nil : parts.joined(separator: " && ")
    }

    // MARK: - Words

    /// Each word is in one of the columns.
    private func words(_ query: String) -> [String] {
        let columns = table.searched(settings)
        let sign = settings.matching == .prefix ? "@^" : "@"
        return query.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
            guard let literal = Self.literal(String(word)), !columns.isEmpty else { return "false" }
            return "(\(columns.map { "\($0.name) \(sign) \(literal)" }.joined(separator: " || ")))"
        }
    }

    // MARK: - Filters

    func any(_ clauses: [String]) -> String { clauses.isEmpty ? "false" : clauses.joined(separator: " || ") }

    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) -> String {
        met(attribute, isNegated) { equals($0, value) }
    }

    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) -> String {
        met(attribute, isNegated) { lies($0, shape) }
    }

    func numbers(in intervals: [NumberInterval], of attribute: String) throws -> String {
        guard let column = table.column(attribute), !intervals.isEmpty else { return "false" }
        switch column.kind {
        case .text, .truth, .place: return "false"
        case .integer, .number: break
        }
        guard !column.isList else {
            throw SearchBusError(
                .invalidArgument,
                "Groonga compares no lists of numbers, such as `\(column.attribute)`.",
                remedy: "Keep one number in a column, or leave the filter out."
            )
        }
        let parts = intervals.map { interval in
            let comparisons = interval.comparisons.map { comparison(column, $0.sign, $0.bound) }
            return comparisons.count == 1 ? comparisons[0] : "(\(comparisons.joined(separator: " && ")))"
        }
        return present(column, "(\(any(parts)))")
    }

    private func met(_ attribute: String, _ isNegated: Bool, _ condition: (GroongaTable.Column) -> String) -> String {
        let isMet = table.column(attribute).map { present($0, condition($0)) } ?? "false"
        return isNegated ? "!(\(isMet))" : isMet
    }

    /// A condition that holds for no record without the attribute, as far as the table tells which has it.
    func present(_ column: GroongaTable.Column, _ condition: String) -> String {
        guard condition != "false", let has = has(column) else { return condition }
        return "(\(has) && \(condition))"
    }

    /// Whether a record has an attribute; `nil` where the table does not tell.
    func has(_ column: GroongaTable.Column) -> String? {
        guard let present = settings.present, table.columns.contains(where: { $0.name == present }),
            let literal = Self.literal(column.attribute)
        else { return nil }
        return "\(present) @ \(literal)"
    }

    private func equals(_ column: GroongaTable.Column, _ value: FacetValue) -> String {
        let sign = column.isList ? "@" : "=="
        switch column.kind {
        case .place: return "false"
        case .truth:
            guard let truth = value.bool ?? ["true": true, "false": false][value.label] else { return "false" }
            return "\(column.name) \(sign) \(truth)"
        case .text:
            guard let literal = Self.literal(value.label) else { return "false" }
            return "\(column.name) \(sign) \(literal)"
        case .integer, .number:
            guard let number = value.double ?? FacetValue(printedNumber: value.label)?.double else { return "false" }
            guard column.isList else { return comparison(column, .equal, number) }
            return number.isFinite ? "\(column.name) @ \(JSON.number(number).text)" : "false"
        }
    }

    // MARK: - Numbers

    /// A comparison; a bound is never cut to a whole number or to what a column can hold, as Groonga would.
    private func comparison(_ column: GroongaTable.Column, _ sign: Filter.Operator, _ bound: Double) -> String {
        guard bound.isFinite else { return "false" }
        var (sign, bound) = (sign, bound)
        if case .integer(let range) = column.kind {
            if bound.rounded() != bound {
                switch sign {
                case .equal, .notEqual: return "false"
                case .less, .lessOrEqual: (sign, bound) = (.lessOrEqual, bound.rounded(.down))
                case .greater, .greaterOrEqual: (sign, bound) = (.greaterOrEqual, bound.rounded(.up))
                }
            }
            if bound < range.lowerBound { return "\([.greater, .greaterOrEqual].contains(sign))" }
            if bound > range.upperBound { return "\([.less, .lessOrEqual].contains(sign))" }
        }
        let word = sign == .equal ? "==" : sign.rawValue
        return "\(column.name) \(word) \(JSON.number(bound).text)"
    }

    // MARK: - Places

    private func lies(_ column: GroongaTable.Column, _ shape: GeoShape) -> String {
        guard column.kind == .place, !column.isList else { return "false" }
        func point(_ latitude: Double, _ longitude: Double) -> String {
            // Groonga keeps places in thousandths of a second of arc.
            "\"\(Int((latitude * 3_600_000).rounded()))x\(Int((longitude * 3_600_000).rounded()))\""
        }
        switch shape {
        case .circle(let center, let radius):
            return
                "geo_in_circle(\(column.name), \(point(center.latitude, center.longitude)), \(Int(radius.rounded(.up))))"
        case .box:
            let boxes = shape.simpleBoxes.map { box in
                let topLeft = point(box.northEast.latitude, box.southWest.longitude)
                let bottomRight = point(box.southWest.latitude, box.northEast.longitude)
                return "geo_in_rectangle(\(column.name), \(topLeft), \(bottomRight))"
            }
            return boxes.isEmpty ? "false" : "(\(boxes.joined(separator: " || ")))"
        case .polygon:
            // One of the capabilities that this engine does not have: such a filter is refused before.
            return "false"
        }
    }
}
