// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Requests as Groonga's command `select`, and its answers.
///
/// Pure. Every count and every bound is a slice of what was found, in which the records are that have the attribute.
struct GroongaDialect {
    let table: GroongaTable
    let settings: GroongaSettings
    private var script: GroongaScript { GroongaScript(table: table, settings: settings) }

    // MARK: - Requests

    func parameters(of request: SearchRequest) throws -> [(String, String)] {
        let offset = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        guard request.page >= 0, request.hitsPerPage >= 0, !offset.overflow, Int32(exactly: offset.partialValue) != nil
        else {
            throw SearchBusError(.invalidArgument, "There is no page \(request.page).")
        }
        let groups = request.baseFilters.groupsByType + request.filters.groupsByType
        var parameters = [("table", table.name)]
        if let filter = try script.filter(groups, query: request.query) { parameters.append(("filter", filter)) }
        let names = ["_key"] + columns(for: request).map(\.name)
        parameters.append(("output_columns", names.joined(separator: ",")))
        parameters.append(("offset", "\(offset.partialValue)"))
        parameters.append(("limit", "\(request.hitsPerPage)"))
        parameters.append(("sort_keys", "-_score,_key"))
        for (place, attribute) in request.countedAttributes.enumerated() {
            guard let column = table.column(attribute), column.kind != .place else { continue }
            let limit = request.facets.filter { $0.attribute == attribute }.map(\.limit).max() ?? 0
            parameters += slice("f\(place)", of: column)
            parameters += [
                ("slices[f\(place)].drilldowns[v].keys", column.name),
                ("slices[f\(place)].drilldowns[v].sort_keys", "-_nsubrecs,_key"),
                ("slices[f\(place)].drilldowns[v].limit", "\(limit)"),
                ("slices[f\(place)].drilldowns[v].output_columns", "_key,_nsubrecs"),
            ]
        }
        for (place, attribute) in request.stats.enumerated() {
            guard let column = table.column(attribute), Self.hasBounds(column) else { continue }
            parameters += slice("s\(place)", of: column)
            parameters += [
                ("slices[s\(place)].drilldowns[v].calc_types", "MIN,MAX"),
                ("slices[s\(place)].drilldowns[v].calc_target", column.name),
                ("slices[s\(place)].drilldowns[v].output_columns", "_min,_max"),
            ]
        }
        return parameters
    }

    private func slice(_ name: String, of column: GroongaTable.Column) -> [(String, String)] {
        [
            ("slices[\(name)].filter", script.has(column) ?? "true"), ("slices[\(name)].limit", "0"),
            ("slices[\(name)].output_columns", "_key"),
        ]
    }

    private static func hasBounds(_ column: GroongaTable.Column) -> Bool {
        switch column.kind {
        case .integer, .number: !column.isList
        case .text, .truth, .place: false
        }
    }

    /// The columns of which the answer has the values.
    private func columns(for request: SearchRequest) -> [GroongaTable.Column] {
        guard !request.isForCounts else { return [] }
        guard let retrieved = request.attributesToRetrieve else { return table.columns }
        let wanted = retrieved + (request.attributesToHighlight ?? [])
        return table.columns.filter { column in
            let attribute = column.attribute
            return column.name == settings.present
                || wanted.contains { $0 == attribute || $0.hasPrefix(attribute + ".") || attribute.hasPrefix($0 + ".") }
        }
    }

    // MARK: - Answers

    func decode(_ body: JSON, of request: SearchRequest, milliseconds: Double) throws -> SearchResponse {
        guard let parts = body.array, let found = parts.first else { throw JSONError("the answer has no records") }
        let columns = columns(for: request)
        let (total, rows) = try Self.rows(found)
        var hits = SearchResponse.Hits(
            hits: try request.hitsPerPage > 0 ? rows.map { try hit($0, columns, request) } : [],
            totalCount: total,
            page: request.page,
            hitsPerPage: request.hitsPerPage
        )
        let slices = parts.dropFirst().first ?? .null
        for (place, attribute) in request.countedAttributes.enumerated() {
            hits.facets[attribute] = try slices["f\(place)"].map { try counts(attribute, $0) } ?? []
        }
        for (place, attribute) in request.stats.enumerated() {
            guard let slice = slices["s\(place)"], try Self.rows(slice).count > 0,
                let bounds = try slice.array?.last?["v"].map(Self.rows)?.rows.first?.array?.compactMap(\.double),
                bounds.count == 2, bounds[0] <= bounds[1]
            else { continue }
            hits.stats[attribute] = bounds[0]...bounds[1]
        }
        hits.warnings = request.parameters.keys.map(SearchWarning.noPlace)
        return SearchResponse(query: request.query, processingTimeMS: milliseconds, content: .hits(hits))
    }

    /// How many rows there are in all, and those that were sent.
    private static func rows(_ json: JSON) throws -> (count: Int, rows: [JSON]) {
        guard let parts = json.array, parts.count >= 2, let count = parts[0].array?.first?.int, count >= 0 else {
            throw JSONError("a list of rows has no count")
        }
        return (count, Array(parts.dropFirst(2)))
    }

    private func counts(_ attribute: String, _ slice: JSON) throws -> [FacetCount] {
        guard let listed = slice.array?.last?["v"] else {
            throw JSONError("the values of `\(attribute)` are missing")
        }
        return try Self.rows(listed).rows.compactMap { row in
            guard let cells = row.array, cells.count == 2, let value = FacetValue(scalar: cells[0]),
                let count = cells[1].int,
                count >= 0
            else { throw JSONError("a value of `\(attribute)` has no count") }
            // A text that is missing is an empty one.
            return value.label.isEmpty ? nil : FacetCount(value: value, count: count)
        }
    }

    // MARK: - Records

    private func hit(_ row: JSON, _ columns: [GroongaTable.Column], _ request: SearchRequest) throws -> Hit {
        guard let cells = row.array, cells.count == columns.count + 1,
            let key = cells[0].string ?? cells[0].int.map(String.init)
        else { throw JSONError("a record has no key, or not the requested columns") }
        let values = Array(zip(columns, cells.dropFirst()))
        let present = values.first { $0.0.name == settings.present }?.1.array?.compactMap(\.string)
        var record = JSONObject([("objectID", .string(key))])
        for (column, value) in values where column.name != settings.present {
            let isThere = present?.contains(column.attribute) ?? !Self.isMissing(value)
            if isThere { record[column.attribute] = column.kind == .place ? Self.place(value) : value }
        }
        // Marked here: `snippet_html` cuts a text, and its marks are markup among markup.
        let highlights = request.highlights(in: .object(record), of: table.searched(settings).map(\.attribute))
        return try Hit(objectID: key, record: record, highlights: highlights, cut: request.selection)
    }

    /// Whether a value is what Groonga gives for none, where the table does not tell; a number is one always.
    private static func isMissing(_ value: JSON) -> Bool {
        value == "" || value == [] || value.isNull || value == "0x0"
    }

    private static func place(_ value: JSON) -> JSON {
        let numbers = (value.string ?? "").split(separator: "x").compactMap { Double($0) }
        guard numbers.count == 2 else { return .null }
        return ["lat": .number(numbers[0] / 3_600_000), "lng": .number(numbers[1] / 3_600_000)]
    }
}
