// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import PostgreSQL
import SearchModel
import Wire

/// A request as one statement of SQL, whose one row holds one JSON object: records, total, counts and bounds.
///
/// Pure. The records that meet the words, and the filters which hold for every part of the answer, are found once; the groups of
/// filters that some counts leave out are columns of what was found.
struct SearchStatement {
    private let request: SearchRequest
    private let table: TableShape
    private let settings: TableSettings
    private var statement = Statement()
    /// The groups that are columns, in their order.
    private var columns: [FilterGroup] = []
    /// The places of the keys that records are ordered by.
    private var ordered: [Int] = []
    /// The columns of what is found.
    private var found: [String] = []

    /// The statement of a request.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for a page that is none.
    static func statement(for request: SearchRequest, table: TableShape, settings: TableSettings) throws -> Statement {
        var builder = SearchStatement(request: request, table: table, settings: settings)
        return try builder.build()
    }

    private init(request: SearchRequest, table: TableShape, settings: TableSettings) {
        self.request = request
        self.table = table
        self.settings = settings
    }

    private mutating func build() throws -> Statement {
        if case .facetValues(let attribute, let limit) = request.kind { return facetSearch(attribute, limit) }
        let offset = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        guard request.page >= 0, request.hitsPerPage >= 0, !offset.overflow else {
            throw SearchBusError(.invalidArgument, "There is no page \(request.page).")
        }
        let whole = request.filters.groupsByType
        let sides =
            request.countedAttributes.map { request.filters.counting($0).groupsByType }
            + request.stats.map { request.filters.without($0).groupsByType }
        let always = whole.filter { group in sides.allSatisfy { $0.contains(group) } }
        for group in ([whole] + sides).joined() where !always.contains(group) && !columns.contains(group) {
            columns.append(group)
        }
        let text = request.kind == .hits ? TextCondition(request.query, in: table, settings: settings, &statement) : nil
        let conditions = SQLConditions(table: table)
        let needed =
            ([text?.condition].compactMap(\.self))
            + (request.baseFilters.groupsByType + always).map { conditions.condition($0, &statement) }
        found = ["\(table.key.sql) AS id", "\(text?.rank ?? "0") AS rank", "\(worth(conditions)) AS worth"]
        for (place, group) in columns.enumerated() {
            found.append("\(conditions.condition(group, &statement)) AS c\(place)")
        }

        found += orders()

        var members = ["'total', (SELECT count(*) FROM m\(selected(whole)))"]
        let page = request.hitsPerPage > 0 && !request.isForCounts ? pageText(whole, offset.partialValue) : nil
        if page != nil { members.append("'hits', (\(hitsText()))") }
        let counted = request.countedAttributes.enumerated().map { place, attribute in
            "'f\(place)', \(counts(of: attribute, place))"
        }
        let bounded = request.stats.enumerated().map { place, attribute in
            "'s\(place)', \(bounds(of: attribute, place))"
        }
        members += counted + bounded
        let filter = needed.isEmpty ? "" : " WHERE \(needed.joined(separator: " AND "))"
        let list = "WITH m AS MATERIALIZED (SELECT \(found.joined(separator: ", ")) FROM \(table.sql) t\(filter))"
        statement.text =
            "\(list)\(page.map { ", p AS (\($0))" } ?? "") SELECT json_build_object(\(members.joined(separator: ", ")))"
        return statement
    }

    /// The condition of a part of the answer on what was found.
    private func selected(_ groups: [FilterGroup], _ more: [String] = []) -> String {
        let parts = groups.compactMap { group in columns.firstIndex(of: group).map { "c\($0)" } } + more
        return parts.isEmpty ? "" : " WHERE \(parts.joined(separator: " AND "))"
    }

    /// What optional filters make a record worth.
    private mutating func worth(_ conditions: SQLConditions) -> String {
        let filters = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
        let parts = filters.filter { ($0.score ?? 1) > 0 }.map { filter in
            let score = statement.bind("\(filter.score ?? 1)", as: "numeric")
            return "CASE WHEN \(conditions.condition(filter, &statement)) THEN \(score) ELSE 0 END"
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
            // JSON's null is no value, and is not to come before those that are.
            return "NULLIF(\(value), 'null'::jsonb) AS o\(place)"
        }
    }

    private mutating func pageText(_ groups: [FilterGroup], _ offset: Int) -> String {
        let keys = ordered.map { "o\($0) \(request.sort[$0].isDescending ? "DESC" : "ASC") NULLS LAST, " }.joined()
        let order = "\(keys)worth DESC, rank DESC, id"
        let (limit, start) = (
            statement.bind("\(request.hitsPerPage)", as: "bigint"), statement.bind("\(offset)", as: "bigint")
        )
        return """
            SELECT id, row_number() OVER (ORDER BY \(order)) AS n FROM m\(selected(groups)) \
            ORDER BY \(order) LIMIT \(limit) OFFSET \(start)
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

    /// Each value of an attribute and how many records have it; `nil` where no record can.
    private mutating func grouped(
        _ attribute: String,
        as column: String,
        where condition: (_ mustBeThere: Bool) -> String
    ) -> String? {
        let source = AttributeSource(attribute, of: table)
        guard let expression = source.expression(&statement) else { return nil }
        found.append("\(expression) AS \(column)")
        guard case .json = source else {
            return
                "SELECT to_jsonb(\(column)) AS v, count(*) AS n FROM m\(condition(true)) GROUP BY \(column)"
        }
        // A value that stands twice in a list is one value of the record.
        let values = "LATERAL (SELECT DISTINCT v FROM jsonb_path_query(\(column), '$[*]') v WHERE \(Self.kinds)) e"
        return "SELECT v, count(*) AS n FROM m, \(values)\(condition(false)) GROUP BY v"
    }

    private mutating func counts(of attribute: String, _ place: Int) -> String {
        let groups = request.filters.counting(attribute).groupsByType
        let present = selected(groups, ["f\(place) IS NOT NULL"])
        let any = selected(groups)
        guard let values = grouped(attribute, as: "f\(place)", where: { $0 ? present : any }) else {
            return "'[]'::json"
        }
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
        let groups = request.filters.without(attribute).groupsByType
        let source = AttributeSource(attribute, of: table)
        let column = "s\(place)"
        switch source {
        case .missing, .scalar(_, .text), .scalar(_, .truth): return "NULL::json"
        case .scalar(let sql, _):
            found.append("\(sql) AS \(column)")
            return "(SELECT json_build_array(min(\(column)), max(\(column))) FROM m\(selected(groups)))"
        case .json:
            found.append("\(source.expression(&statement) ?? "NULL") AS \(column)")
            let numbers = "jsonb_path_query(\(column), '$[*] ? (@.type() == \"number\")') v"
            let value = "(v #>> '{}')::numeric"
            return "(SELECT json_build_array(min(\(value)), max(\(value))) FROM m, \(numbers)\(selected(groups)))"
        }
    }

    // MARK: - Facet values

    /// The commonest values in which every word begins a word.
    private mutating func facetSearch(_ attribute: String, _ limit: Int) -> Statement {
        let conditions = SQLConditions(table: table)
        let groups = request.baseFilters.groupsByType + request.filters.groupsByType
        let needed = groups.map { conditions.condition($0, &statement) }
        guard let values = grouped(attribute, as: "f0", where: { $0 ? " WHERE f0 IS NOT NULL" : "" }) else {
            return Statement("SELECT '{\"values\": []}'")
        }
        // A word has letters and digits only, so that it is no pattern.
        let words = TextCondition.words(of: request.query).map { "(v #>> '{}') ~* ('\\m' || \(statement.bind($0)))" }
        let filter = needed.isEmpty ? "" : " WHERE \(needed.joined(separator: " AND "))"
        let matching = words.isEmpty ? "" : " WHERE \(words.joined(separator: " AND "))"
        statement.text = """
            WITH m AS MATERIALIZED (SELECT \(found.joined(separator: ", ")) FROM \(table.sql) t\(filter)) \
            SELECT json_build_object('values', (SELECT coalesce(json_agg(json_build_array(v, n)), '[]') FROM \
            (SELECT v, n FROM (\(values)) g\(matching) ORDER BY \(Self.order(.countDescending)) \
            LIMIT \(statement.bind("\(max(0, limit))", as: "bigint"))) r))
            """
        return statement
    }
}
