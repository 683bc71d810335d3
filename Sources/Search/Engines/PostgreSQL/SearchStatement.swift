// SPDX-License-Identifier: MIT

import Backends
import PostgreSQL
import SearchModel
import Wire

/// A request as one statement of SQL, whose one row holds one JSON object: records, total, counts and bounds.
///
/// Pure. The records that match the words, and the filters that apply to every part of the answer, are read twice: once for
/// everything that is counted, each attribute in a grouping set of its own, and once for the page. So nothing is kept of a record
/// that matches; what is kept is one row for each value that is counted. The groups of filters that some counts leave out are
/// columns, and each count is made of the records for which its own hold.
struct SearchStatement {
    private let request: SearchRequest
    private let settings: TableSettings
    private let conditions: SQLConditions
    /// The groups that some parts leave out, each with its condition, in the order of the columns `c0`, `c1` ….
    private var columns: [(group: FilterGroup, condition: String)] = []
    /// The places of the keys that records are ordered by.
    private var ordered: [Int] = []
    /// What the counting looks at in each record.
    private var looked: [String] = []
    /// The columns by whose values records are counted.
    private var grouped: [String] = []
    /// The conditions under which records are counted, in the order of the columns `n0`, `n1` …; empty for all records.
    private var tallies: [String] = []
    /// What is known of all records together: the ends of numbers.
    private var ends: [String] = []

    static func statement(for request: SearchRequest, table: TableShape, settings: TableSettings) throws -> Statement {
        var builder = SearchStatement(request: request, table: table, settings: settings)
        return try builder.build()
    }

    private init(request: SearchRequest, table: TableShape, settings: TableSettings) {
        self.request = request
        conditions = SQLConditions(table: table)
        self.settings = settings
    }

    private var table: TableShape { conditions.table }
    private var statement: Statement {
        get { conditions.statement }
        nonmutating _modify { yield &conditions.statement }
    }

    private mutating func build() throws -> Statement {
        if case .facetValues(let attribute, let limit) = request.kind { return try facetSearch(attribute, limit) }
        let offset = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        guard request.page >= 0, request.hitsPerPage >= 0, !offset.overflow else {
            throw SearchBusError(.invalidArgument, "There is no page \(request.page).")
        }
        let whole = request.filters.groupsByType
        let sides =
            request.countedAttributes.map { request.filters.counting($0).groupsByType }
            + request.stats.map { request.filters.without($0).groupsByType }
        let always = whole.filter { group in sides.allSatisfy { $0.contains(group) } }
        let text = request.kind == .hits ? TextCondition(request.query, in: table, settings: settings, &statement) : nil
        for group in ([whole] + sides).joined()
        where !always.contains(group) && !columns.contains(where: { $0.group == group }) {
            columns.append((group, try conditions.condition(group)))
        }
        looked = columns.enumerated().map { "\($1.condition) AS c\($0)" }
        let needed =
            try [text?.condition].compactMap(\.self)
            + (request.baseFilters.groupsByType + always).map(conditions.condition)

        var members = ["'total', (SELECT \(tally(whole)) FROM g WHERE k = 0)"]
        var page: String?
        if request.hitsPerPage > 0, !request.isForCounts {
            let chosen = needed + columns.filter { whole.contains($0.group) }.map(\.condition)
            page = try pageText(chosen, text?.rank, offset.partialValue)
            members.append("'hits', (\(hitsText()))")
        }
        members += request.countedAttributes.enumerated().map { place, attribute in
            "'f\(place)', \(counts(of: attribute, place))"
        }
        members += request.stats.enumerated().map { place, attribute in
            "'s\(place)', \(bounds(of: attribute, place))"
        }
        statement.text =
            "\(countingText(needed))\(page.map { ", p AS (\($0))" } ?? "") "
            + "SELECT json_build_object(\(members.joined(separator: ", ")))"
        return statement
    }

    /// Everything that is counted: a row for each value of each attribute, and one for all records (`k` is 0).
    private func countingText(_ needed: [String]) -> String {
        let marks = grouped.map { "GROUPING(\($0)) AS k_\($0)" }
        let isValue = grouped.map { "1 - GROUPING(\($0))" }.joined(separator: " + ")
        let numbers = tallies.enumerated().map { place, condition in
            "count(*)\(condition.isEmpty ? "" : " FILTER (WHERE \(condition))") AS n\(place)"
        }
        let kept = grouped + marks + ["\(isValue.isEmpty ? "0" : isValue) AS k"] + numbers + ends
        let sets = grouped.map { "(\($0))" } + ["()"]
        return """
            WITH g AS (SELECT \(kept.joined(separator: ", ")) \
            FROM (SELECT \(looked.isEmpty ? "1" : looked.joined(separator: ", ")) FROM \(table.sql) t\(Self.filter(needed))) m \
            GROUP BY GROUPING SETS (\(sets.joined(separator: ", "))))
            """
    }

    private static func filter(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    }

    /// The condition of a part of the answer on what is looked at; empty where it holds for all.
    private func condition(_ groups: [FilterGroup]) -> String {
        let places = groups.compactMap { group in columns.firstIndex { $0.group == group } }
        return places.map { "c\($0)" }.joined(separator: " AND ")
    }

    /// The column that counts the records which some groups let through.
    private mutating func tally(_ groups: [FilterGroup]) -> String {
        let condition = condition(groups)
        let place = tallies.firstIndex(of: condition) ?? tallies.count
        if place == tallies.count { tallies.append(condition) }
        return "n\(place)"
    }

    /// What optional filters make a record worth.
    private mutating func worth() throws -> String {
        let filters = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
        let parts = try filters.filter { ($0.score ?? 1) > 0 }.map { filter in
            let score = statement.bind("\(filter.score ?? 1)", as: "numeric")
            return "CASE WHEN \(try conditions.clause(filter)) THEN \(score) ELSE 0 END"
        }
        return parts.isEmpty ? "0" : parts.joined(separator: " + ")
    }

    // MARK: - Records

    /// The values by which records are ordered before they are by what they are worth; an attribute that no record has orders nothing.
    private mutating func orders() -> [String] {
        guard !request.isForCounts else { return [] }
        return request.sort.enumerated().compactMap { place, key in
            let source = AttributeSource(key.attribute, of: table)
            guard let value = source.expression(&statement) else { return nil }
            ordered.append(place)
            guard case .json = source else { return "\(value) AS o\(place)" }
            // JSON's null is not a value, and must not come before values.
            return "NULLIF(\(value), 'null'::jsonb) AS o\(place)"
        }
    }

    private mutating func pageText(
        _ chosen: [String],
        _ rank: String?,
        _ offset: Int
    ) throws -> String {
        let shown =
            ["\(table.key.sql) AS id", "\(rank ?? "0") AS rank", "\(try worth()) AS worth"] + orders()
        let keys = ordered.map { "o\($0) \(request.sort[$0].isDescending ? "DESC" : "ASC") NULLS LAST, " }.joined()
        let order = "\(keys)worth DESC, rank DESC, id"
        let (limit, start) = (
            statement.bind("\(request.hitsPerPage)", as: "bigint"), statement.bind("\(offset)", as: "bigint")
        )
        // Numbered when few are left, so that the others need not be sorted.
        return """
            SELECT id, row_number() OVER (ORDER BY \(order)) AS n \
            FROM (SELECT \(shown.joined(separator: ", ")) FROM \(table.sql) t\(Self.filter(chosen)) \
            ORDER BY \(order) LIMIT \(limit) OFFSET \(start)) x
            """
    }

    private func hitsText() -> String {
        let record: String
        if let column = table.record {
            record = column.sql
        } else {
            let wanted = request.attributesToRetrieve.map { names in
                Set(names + names.map(Self.root) + [table.key.name])
            }
            let shown = table.shown.filter { wanted?.contains($0.name) ?? true }.map(\.sql)
            let marked =
                wanted == nil
                ? [] : table.shown.filter { highlights($0) && !(wanted?.contains($0.name) ?? true) }.map(\.sql)
            record = "(SELECT to_json(r) FROM (SELECT \((shown + marked).joined(separator: ", "))) r)"
        }
        return """
            SELECT coalesce(json_agg(json_build_array((p.id)::text, \(record)) ORDER BY p.n), '[]') \
            FROM p JOIN \(table.sql) t ON \(table.key.sql) = p.id
            """
    }

    /// Whether a column is looked at for matches though it is not retrieved.
    private func highlights(_ column: TableShape.Column) -> Bool {
        request.attributesToHighlight != nil && request.mayHighlight(column.name)
            && TextCondition.searched(in: table, settings).contains(column.name)
    }

    private static func root(_ attribute: String) -> String {
        String(attribute.prefix { $0 != "." })
    }

    // MARK: - Counts

    private static let kinds = "jsonb_typeof(v) IN ('string', 'number', 'boolean')"
    /// Values by name: numbers first and as numbers, then texts, capitals like small letters.
    private static let name =
        "(CASE WHEN jsonb_typeof(v) = 'number' THEN (v #>> '{}')::numeric END)"

    private static func order(_ order: FacetNeed.Order) -> String {
        let up = "\(name) NULLS LAST, lower(v #>> '{}') COLLATE \"C\", (v #>> '{}') COLLATE \"C\""
        return switch order {
        case .countDescending: "n DESC, \(up)"
        case .countAscending: "n, \(up)"
        case .nameAscending: up
        case .nameDescending:
            "\(name) DESC NULLS FIRST, lower(v #>> '{}') COLLATE \"C\" DESC, (v #>> '{}') COLLATE \"C\" DESC"
        }
    }

    /// Each value of an attribute and how many records have it.
    private static func values(of rows: String, _ source: AttributeSource) -> String {
        guard case .json = source else { return "SELECT to_jsonb(f) AS v, n FROM \(rows) WHERE f IS NOT NULL" }
        // A value that stands twice in a list is one value of the record.
        let values = "LATERAL (SELECT DISTINCT v FROM jsonb_path_query(f, '$[*]') v WHERE \(kinds)) e"
        return "SELECT v, sum(n)::bigint AS n FROM \(rows), \(values) GROUP BY v"
    }

    private mutating func counts(of attribute: String, _ place: Int) -> String {
        let source = AttributeSource(attribute, of: table)
        guard let expression = source.expression(&statement) else { return "'[]'::json" }
        let column = "f\(place)"
        looked.append("\(expression) AS \(column)")
        grouped.append(column)
        let number = tally(request.filters.counting(attribute).groupsByType)
        let rows = "(SELECT \(column) AS f, \(number) AS n FROM g WHERE k_\(column) = 0 AND \(number) > 0) s"
        let values = Self.values(of: rows, source)
        var ranks: [String] = []
        var kept: [String] = []
        for need in request.facets where need.attribute == attribute {
            let limit = statement.bind("\(max(0, need.limit))", as: "bigint")
            kept.append("r\(ranks.count) <= \(limit)")
            ranks.append("row_number() OVER (ORDER BY \(Self.order(need.order))) AS r\(ranks.count)")
        }
        for value in request.filters.selectedValues(of: attribute) where !value.label.utf8.contains(0) {
            kept.append("v = \(statement.bind(value.json.text, as: "jsonb"))")
        }
        return """
            (SELECT coalesce(json_agg(json_build_array(v, n)), '[]') FROM \
            (SELECT v, n, \(ranks.joined(separator: ", ")) FROM (\(values)) g) r WHERE \(kept.joined(separator: " OR ")))
            """
    }

    private mutating func bounds(of attribute: String, _ place: Int) -> String {
        let source = AttributeSource(attribute, of: table)
        if case .scalar(_, let type) = source, type == .text || type == .truth { return "NULL::json" }
        guard let expression = source.expression(&statement) else { return "NULL::json" }
        let condition = condition(request.filters.without(attribute).groupsByType)
        let filter = condition.isEmpty ? "" : " FILTER (WHERE \(condition))"
        for end in ["min", "max"] {
            let column = "\(end)\(place)"
            looked.append("\(Self.end(end, of: expression, source)) AS \(column)")
            ends.append("\(end)(\(column))\(filter) AS \(column)")
        }
        return "(SELECT json_build_array(min\(place), max\(place)) FROM g WHERE k = 0)"
    }

    /// The lowest or the highest number that one record has.
    private static func end(_ end: String, of expression: String, _ source: AttributeSource) -> String {
        guard case .json = source else { return expression }
        let value = "(v #>> '{}')::numeric"
        let numbers = "jsonb_path_query(\(expression), '$[*] ? (@.type() == \"number\")') v"
        return """
            CASE jsonb_typeof(\(expression)) WHEN 'number' THEN (\(expression) #>> '{}')::numeric \
            WHEN 'array' THEN (SELECT \(end)(\(value)) FROM \(numbers)) END
            """
    }

    // MARK: - Facet values

    /// The commonest values in which every word begins a word.
    private mutating func facetSearch(_ attribute: String, _ limit: Int) throws -> Statement {
        let groups = request.baseFilters.groupsByType + request.filters.groupsByType
        let needed = try groups.map(conditions.condition)
        let source = AttributeSource(attribute, of: table)
        guard let expression = source.expression(&statement) else { return Statement("SELECT '{\"values\": []}'") }
        // A word has letters and digits only, so it has no special characters of a pattern.
        let words = TextCondition.words(of: request.query).map { "(v #>> '{}') ~* ('\\m' || \(statement.bind($0)))" }
        let matching = Self.filter(words)
        let rows = """
            (SELECT f, count(*) AS n FROM (SELECT \(expression) AS f FROM \(table.sql) t\(Self.filter(needed))) m GROUP BY f) s
            """
        statement.text = """
            SELECT json_build_object('values', (SELECT coalesce(json_agg(json_build_array(v, n)), '[]') FROM \
            (SELECT v, n FROM (\(Self.values(of: rows, source))) g\(matching) ORDER BY \(Self.order(.countDescending)) \
            LIMIT \(statement.bind("\(max(0, limit))", as: "bigint"))) r))
            """
        return statement
    }
}
