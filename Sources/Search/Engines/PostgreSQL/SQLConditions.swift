// SPDX-License-Identifier: MIT

import Backends
import PostgreSQL
import SearchModel
import Wire

/// Filters as conditions of SQL: each is true or false for every record, never null.
final class SQLConditions: FilterVisitor {
    let table: TableShape
    /// What the conditions are part of, with the values that are bound to it.
    var statement = Statement()

    init(table: TableShape) { self.table = table }

    func condition(_ group: FilterGroup) throws -> String {
        "(\(try clauses(of: group).joined(separator: " AND ")))"
    }

    func any(_ clauses: [String]) -> String { clauses.isEmpty ? "FALSE" : clauses.joined(separator: " OR ") }

    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) -> String {
        Self.known(equals(AttributeSource(attribute, of: table), value), isNegated)
    }

    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) -> String {
        Self.known(lies(AttributeSource(attribute, of: table), shape), isNegated)
    }

    func numbers(in intervals: [NumberInterval], of attribute: String) -> String {
        Self.known(any(intervals.map { compared(attribute, $0.comparisons) }))
    }

    /// What has no value has none that is refused.
    private static func known(_ condition: String, _ isNegated: Bool = false) -> String {
        isNegated ? "(NOT coalesce(\(condition), FALSE))" : "coalesce(\(condition), FALSE)"
    }

    // MARK: - Values

    private func equals(_ source: AttributeSource, _ value: FacetValue) -> String {
        guard !value.label.utf8.contains(0) else { return "FALSE" }
        switch source {
        case .missing: return "FALSE"
        case .scalar(let sql, let type): return equals(sql, type, value)
        case .json(_, let paths):
            guard !paths.isEmpty, let record = table.record, record.kind == .jsonb else {
                let sql = source.expression(&statement) ?? "NULL"
                let bound = statement.bind(JSON.object(JSONObject([("v", value.json)])).text, as: "jsonb")
                return "jsonb_path_exists(\(sql), '$[*] ? (@ == $v)', \(bound))"
            }
            // What a record contains is what an index on it finds.
            let wholes = paths.flatMap { path in
                [value.json, .array([value.json])].map { value in
                    path.reversed().reduce(value) { JSON.object(JSONObject([($1, $0)])) }
                }
            }
            let parts = wholes.map { "\(record.sql) @> \(statement.bind($0.text, as: "jsonb"))" }
            return "(\(parts.joined(separator: " OR ")))"
        }
    }

    /// A value of one kind asked of a column of another is taken for what it is written as.
    private func equals(_ sql: String, _ type: BoundType, _ value: FacetValue) -> String {
        switch type {
        case .text: return "\(sql) = \(statement.bind(value.label))"
        case .truth:
            guard let truth = value.bool ?? ["true": true, "false": false][value.label] else { return "FALSE" }
            return truth ? sql : "NOT \(sql)"
        default:
            guard let number = value.double ?? FacetValue(printedNumber: value.label)?.double else { return "FALSE" }
            return "\(sql) = \(bound(number, type))"
        }
    }

    // MARK: - Numbers

    private func bound(_ number: Double, _ type: BoundType) -> String {
        let text = JSON.number(number).text
        switch type {
        // A column of whole numbers keeps its index where the bound is one too.
        case .integer:
            return JSON.number(number).int == nil
                ? statement.bind(text, as: "numeric") : statement.bind(text, as: "bigint")
        case .double: return statement.bind(text, as: "double precision")
        case .real:
            return Float(number).isFinite
                ? statement.bind(text, as: "real") : statement.bind(text, as: "double precision")
        default: return statement.bind(text, as: "numeric")
        }
    }

    private func compared(_ attribute: String, _ comparisons: [(sign: Filter.Operator, bound: Double)]) -> String {
        let source = AttributeSource(attribute, of: table)
        switch source {
        case .missing, .scalar(_, type: .text), .scalar(_, type: .truth): return "FALSE"
        case .scalar(let sql, let type):
            let parts = comparisons.map {
                "\(sql) \(Self.sign($0.sign, in: .sql)) \(bound($0.bound, type))"
            }
            return "(\(parts.joined(separator: " AND ")))"
        case .json:
            let sql = source.expression(&statement) ?? "NULL"
            var bounds = JSONObject()
            let parts = comparisons.enumerated().map { place, comparison in
                bounds["b\(place)"] = .number(comparison.bound)
                return "@ \(Self.sign(comparison.sign, in: .path)) $b\(place)"
            }
            let path = (["@.type() == \"number\""] + parts).joined(separator: " && ")
            return
                "jsonb_path_exists(\(sql), '$[*] ? (\(path))', \(statement.bind(JSON.object(bounds).text, as: "jsonb")))"
        }
    }

    private enum Words { case sql, path }

    private static func sign(_ sign: Filter.Operator, in words: Words) -> String {
        switch sign {
        case .less: "<"
        case .lessOrEqual: "<="
        case .equal: words == .sql ? "=" : "=="
        case .notEqual: words == .sql ? "<>" : "!="
        case .greaterOrEqual: ">="
        case .greater: ">"
        }
    }

    // MARK: - Places

    private static let earthRadius = 6_371_008.8
    private static let isPlace = "@.lat >= -90 && @.lat <= 90 && @.lng >= -180 && @.lng <= 180"

    private func lies(_ source: AttributeSource, _ shape: GeoShape) -> String {
        guard case .json = source, let sql = source.expression(&statement) else { return "FALSE" }
        func number(_ value: Double) -> String { statement.bind(JSON.number(value).text, as: "double precision") }
        let (latitude, longitude) = ("(e ->> 'lat')::double precision", "(e ->> 'lng')::double precision")
        let isInside: String
        switch shape {
        case .circle(let center, let radius):
            let angle = min(radius / Self.earthRadius, Double.pi) / 2
            let (lat, lng) = (number(center.latitude), number(center.longitude))
            let sine = "power(sin(\(number(angle))), 2)"
            isInside = """
                power(sin(radians(\(latitude) - \(lat)) / 2), 2) + cos(radians(\(lat))) * cos(radians(\(latitude))) \
                * power(sin(radians(\(longitude) - \(lng)) / 2), 2) <= \(sine) + 1e-15
                """
        case .box:
            let boxes = shape.simpleBoxes.map { box in
                let (south, north) = (number(box.southWest.latitude), number(box.northEast.latitude))
                let (west, east) = (number(box.southWest.longitude), number(box.northEast.longitude))
                // The antimeridian has two names.
                return """
                    (\(latitude) BETWEEN \(south) AND \(north) AND (\(longitude) BETWEEN \(west) AND \(east) \
                    OR abs(\(longitude)) = 180 AND -\(longitude) BETWEEN \(west) AND \(east)))
                    """
            }
            isInside = boxes.isEmpty ? "FALSE" : boxes.joined(separator: " OR ")
        case .polygon:
            // One of the capabilities that this engine does not have: such a filter is refused before.
            isInside = "FALSE"
        }
        return "EXISTS (SELECT FROM jsonb_path_query(\(sql), '$[*] ? (\(Self.isPlace))') e WHERE \(isInside))"
    }
}
