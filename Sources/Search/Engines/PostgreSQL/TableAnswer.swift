// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Reads the one JSON object that answers a statement.
struct TableAnswer {
    let request: SearchRequest
    let table: TableShape
    let settings: TableSettings

    func response(from answer: JSON, milliseconds: Double) throws -> SearchResponse {
        if case .facetValues(let attribute, _) = request.kind {
            let match = PrefixMatch(request.query)
            let values = try counts(answer, "values").map { match.marked($0) ?? $0 }
            let content = SearchResponse.Content.facetValues(attribute: attribute, values: values)
            return SearchResponse(query: request.query, processingTimeMS: milliseconds, content: content)
        }
        let total = try answer.requiredInt("total")
        var hits = SearchResponse.Hits(
            hits: try answer.list("hits").map(hit),
            totalCount: max(0, total),
            page: request.page,
            hitsPerPage: request.hitsPerPage
        )
        for (place, attribute) in request.countedAttributes.enumerated() {
            hits.facets[attribute] = try counts(answer, "f\(place)")
        }
        for (place, attribute) in request.stats.enumerated() {
            let numbers = answer["s\(place)"]?.array?.compactMap(\.double) ?? []
            if numbers.count == 2, numbers[0] <= numbers[1] { hits.stats[attribute] = numbers[0]...numbers[1] }
        }
        hits.warnings = request.parameters.keys.map(SearchWarning.noPlace)
        return SearchResponse(query: request.query, processingTimeMS: milliseconds, content: .hits(hits))
    }

    private func counts(_ answer: JSON, _ member: String) throws -> [FacetCount] {
        try answer.list(member).map { pair in
            guard let parts = pair.array, parts.count == 2, let value = FacetValue(scalar: parts[0]),
                let count = parts[1].int, count >= 0
            else { throw JSONError("`\(member)` has an invalid value or count") }
            return FacetCount(value: value, count: count)
        }
    }

    // MARK: - Records

    private func hit(_ pair: JSON) throws -> Hit {
        guard let parts = pair.array, parts.count == 2, let objectID = parts[0].string, let members = parts[1].object
        else { throw JSONError("`hits` has an invalid key or record") }
        var record = JSONObject([("objectID", .string(objectID))])
        for member in members.members {
            // A column without a value is an attribute that the record does not have; a record's own null is its own.
            guard table.record != nil || !member.value.isNull else { continue }
            if member.key != table.key.name || table.key.name == "objectID" { record[member.key] = member.value }
        }
        record["objectID"] = .string(objectID)
        // The server's own marks hide what looks like a tag.
        let searched = TextCondition.searched(in: table, settings)
        let highlights = request.highlights(in: .object(record), of: searched.isEmpty ? record.keys : searched)
        return try Hit(objectID: objectID, record: record, highlights: highlights, cut: request.selection)
    }
}

extension SearchWarning {
    /// A parameter of the session that an engine has no place for.
    static func noPlace(_ parameter: String) -> SearchWarning {
        SearchWarning(
            .parameterIgnored,
            attribute: parameter,
            "The engine has no parameter `\(parameter)`.",
            remedy: "Remove it, or use an engine that supports it."
        )
    }
}
