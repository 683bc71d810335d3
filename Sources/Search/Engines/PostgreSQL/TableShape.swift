// SPDX-License-Identifier: MIT

import Backends
import PostgreSQL
import Wire

/// A table or view as the catalogue tells it: the only names that ever become part of a statement.
struct TableShape: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case text
        /// A number; the word is the type that a bound is compared as.
        case integer, decimal, double, real
        case truth
        /// A date or a time, compared as seconds since 1970 began.
        case time
        case json, jsonb
        case list
        case point
        case vector
        /// Compared by its text.
        case other
    }

    struct Column: Sendable, Hashable {
        let name: String
        /// The name in quotes, with the table before it.
        let sql: String
        let type: String
        let kind: Kind
    }

    /// The schema and the name in quotes.
    let sql: String
    let columns: [Column]
    let key: Column
    let record: Column?
    /// The column that is searched in place of attributes.
    let vector: Column?

    /// The question for the columns of a table.
    static func question(_ schema: String, _ name: String) -> Statement {
        var statement = Statement()
        let schemaValue = statement.bind(schema)
        let nameValue = statement.bind(name)
        statement.text = """
            SELECT json_agg(json_build_array(a.attname, format_type(a.atttypid, NULL), t.typcategory) ORDER BY a.attnum)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_type t ON t.oid = a.atttypid
            WHERE n.nspname = \(schemaValue) AND c.relname = \(nameValue) AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
            """
        return statement
    }

    init(_ answer: JSON, name: String, settings: TableSettings) throws {
        let columns = try (answer.array ?? []).compactMap(TableShape.column)
        guard !columns.isEmpty, let schema = Statement.quoted(settings.schema), let table = Statement.quoted(name)
        else {
            throw SearchBusError(
                .unknownIndex,
                "The database has no table or view `\(name)` in the schema `\(settings.schema)`.",
                remedy: "Check the searcher's `index`, or create the table."
            )
        }
        func column(_ wanted: String?, _ parameter: String, _ kinds: Set<Kind>?) throws -> Column? {
            guard let wanted else { return nil }
            let found = columns.first { $0.name == wanted }
            guard let found, kinds?.contains(found.kind) ?? true else {
                throw SearchBusError(
                    .unknownIndex,
                    found.map {
                        "The column `\(wanted)` of `\(name)` has the type \($0.type), which is no `\(parameter)`."
                    }
                        ?? "The table `\(name)` has no column `\(wanted)`, which `\(parameter)` names.",
                    remedy: "Correct `\(parameter)` of the backend, or search another table."
                )
            }
            return found
        }
        let named = try column(settings.key, "id", nil)
        guard
            let key = named ?? columns.first(where: { $0.name == "objectID" })
                ?? columns.first(where: { $0.name == "objectid" })
        else {
            throw SearchBusError(
                .unknownIndex,
                "The table `\(name)` has no column `objectID` that identifies its records.",
                remedy: "Name the column as `id` of the backend."
            )
        }
        self.key = key
        record = try column(settings.record, "record", [.json, .jsonb])
        vector = try column(settings.searchVector, "searchVector", [.vector])
        self.columns = columns
        sql = "\(schema).\(table)"
    }

    private static func column(_ json: JSON) throws -> Column? {
        guard let parts = json.array, parts.count == 3, let name = parts[0].string, let type = parts[1].string,
            let quoted = Statement.quoted(name)
        else { throw JSONError("a column of the catalogue has no name or no type") }
        return Column(name: name, sql: "t.\(quoted)", type: type, kind: kind(type, category: parts[2].string ?? ""))
    }

    private static func kind(_ type: String, category: String) -> Kind {
        switch type {
        case "smallint", "integer", "bigint": .integer
        case "numeric": .decimal
        case "double precision": .double
        case "real": .real
        case "boolean": .truth
        case "json": .json
        case "jsonb": .jsonb
        case "tsvector": .vector
        case "point": .point
        case _ where type.hasSuffix("[]"): .list
        case "date", "timestamp without time zone", "timestamp with time zone": .time
        default: category == "S" && type != "name" ? .text : .other
        }
    }

    /// The columns that are part of a record.
    var shown: [Column] { columns.filter { $0.kind != .vector } }

    /// The columns for `searchbus check`.
    var attributes: [IndexShape.Attribute] {
        shown.filter { $0 != record }.map { column in
            let isNumber = [.integer, .decimal, .double, .real, .time, .json, .jsonb, .list].contains(column.kind)
            return IndexShape.Attribute(
                column.name,
                type: column.type,
                isCountable: column.kind != .point,
                isComparable: isNumber
            )
        }
    }
}
