// SPDX-License-Identifier: MIT

import PostgreSQL

/// What a value is bound as.
enum BoundType {
    case text, integer, decimal, double, real, truth
}

/// Where a table has the values of an attribute.
///
/// Expressions of SQL are made of the catalogue's names; every other name is bound as a value.
enum AttributeSource {
    /// One text, number or boolean.
    case scalar(String, type: BoundType)
    /// JSON, in which the value is at one of some paths: one value or a list of them.
    case json(String, paths: [[String]])
    /// No record has it.
    case missing

    /// Finds an attribute: a column, a member of one that holds JSON, or a member of the whole record.
    init(_ attribute: String, of table: TableShape) {
        let hidden = [table.record?.name, table.vector?.name]
        if let column = table.columns.first(where: { $0.name == attribute && !hidden.contains($0.name) }) {
            self = AttributeSource(column)
            return
        }
        guard !attribute.isEmpty, !attribute.utf8.contains(0) else {
            self = .missing
            return
        }
        let parts = attribute.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if let record = table.record {
            let root = record.kind == .json ? "(\(record.sql))::jsonb" : record.sql
            self = .json(root, paths: parts.count > 1 ? [[attribute], parts] : [[attribute]])
        } else if parts.count > 1, let column = table.columns.first(where: { $0.name == parts[0] }),
            [.json, .jsonb].contains(column.kind)
        {
            self = .json("(\(column.sql))::jsonb", paths: [Array(parts.dropFirst())])
        } else {
            self = .missing
        }
    }

    private init(_ column: TableShape.Column) {
        switch column.kind {
        case .text: self = .scalar(column.sql, type: .text)
        case .integer: self = .scalar(column.sql, type: .integer)
        case .decimal: self = .scalar(column.sql, type: .decimal)
        case .double: self = .scalar(column.sql, type: .double)
        case .real: self = .scalar(column.sql, type: .real)
        case .truth: self = .scalar(column.sql, type: .truth)
        case .time: self = .scalar("extract(epoch FROM \(column.sql))", type: .decimal)
        case .json, .jsonb: self = .json("(\(column.sql))::jsonb", paths: [])
        case .list: self = .json("to_jsonb(\(column.sql))", paths: [])
        case .point:
            let place = "jsonb_build_object('lat', (\(column.sql))[1], 'lng', (\(column.sql))[0])"
            self = .json("(CASE WHEN \(column.sql) IS NOT NULL THEN \(place) END)", paths: [])
        case .vector: self = .missing
        case .other: self = .scalar("(\(column.sql))::text", type: .text)
        }
    }

    /// The value in each record; `nil` if it is missing.
    func expression(_ statement: inout Statement) -> String? {
        switch self {
        case .missing: return nil
        case .scalar(let sql, _): return sql
        case .json(let root, let paths):
            let values = paths.map { path in
                let names = path.map { statement.bind($0) }
                return names.count == 1
                    ? "\(root) -> \(names[0])" : "\(root) #> ARRAY[\(names.joined(separator: ", "))]"
            }
            switch values.count {
            case 0: return root
            case 1: return "(\(values[0]))"
            default: return "coalesce(\(values.joined(separator: ", ")))"
            }
        }
    }
}
