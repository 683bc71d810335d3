// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

struct TypesenseAnswer {
    let request: SearchRequest
    let dialect: TypesenseDialect

    private var fields: TypesenseFields { dialect.fields }

    func response(_ answer: JSON) throws -> SearchResponse {
        try request.response(took: answer["search_time_ms"]?.double) {
            try hits(answer)
        } values: { attribute in
            try facets(answer)[attribute].map { try counts($0, attribute) }?.filter { $0.count > 0 } ?? []
        }
    }

    private func hits(_ answer: JSON) throws -> SearchResponse.Hits {
        let total = try answer.requiredInt("found")
        guard total >= 0 else { throw JSONError("`found` is below 0") }
        let selection = request.selection
        var hits = SearchResponse.Hits(
            hits: try answer.list("hits").map { try hit($0, selection) },
            totalCount: total,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            isExhaustive: answer["search_cutoff"]?.bool != true
        )
        let facets = try facets(answer)
        for attribute in request.countedAttributes {
            hits.facets[attribute] = try facets[attribute].map { try counts($0, attribute) } ?? []
        }
        for attribute in request.stats {
            hits.stats[attribute] = ClosedRange(bounds: facets[attribute]?["stats"])
        }
        if facets.values.contains(where: { $0["sampled"]?.bool == true }) { hits.isExhaustive = false }
        let uncounted = (request.countedAttributes + request.stats).filter { !fields.isCountable($0) }
        hits.warnings =
            SessionParameters(typesense: request.parameters).warnings + uncounted.map { .notFacet($0, request.index) }
        return hits
    }

    private func hit(_ json: JSON, _ selection: JSONSelection?) throws -> Hit {
        guard let members = json["document"]?.object?.members else {
            throw JSONError("`document` is missing or no object")
        }
        let objectID = try (json["document"] ?? .null).requiredString("id")
        var record = JSONObject([("objectID", .string(objectID))])
        for member in members where member.key != "id" && member.key != "objectID" { record[member.key] = member.value }
        if let place = Self.place(JSON.object(record).at(dialect.settings.geoField)) {
            record[Filter.geoAttribute] = place
        }
        let highlights = highlights(json["highlight"] ?? .null, .object(record))
        return try Hit(objectID: objectID, record: record, highlights: highlights, cut: selection)
    }

    /// A place as widgets read it, of the engine's pair of numbers.
    private static func place(_ value: JSON?) -> JSON? {
        guard let pair = value?.array, pair.count == 2, let latitude = pair[0].double, let longitude = pair[1].double
        else {
            return nil
        }
        return ["lat": .number(latitude), "lng": .number(longitude)]
    }

    private func highlights(_ marked: JSON, _ record: JSON) -> [String: Highlight] {
        var highlights: [String: Highlight] = [:]
        func text(_ value: JSON) -> String? {
            guard value["matched_tokens"] != nil else { return nil }
            return value["value"]?.string ?? value["snippet"]?.string
        }
        func walk(_ value: JSON, _ name: String) {
            let texts = value.array?.compactMap(text) ?? text(value).map { [$0] } ?? []
            guard texts.isEmpty else {
                if request.mayHighlight(name) { highlights[name] = dialect.tags.highlight(texts, in: record.at(name)) }
                return
            }
            for member in value.object?.members ?? [] {
                walk(member.value, name.isEmpty ? member.key : "\(name).\(member.key)")
            }
        }
        walk(marked, "")
        return highlights
    }

    // MARK: - Values

    private func facets(_ answer: JSON) throws -> [String: JSON] {
        var facets: [String: JSON] = [:]
        for facet in try answer.list("facet_counts") { facets[try facet.requiredString("field_name")] = facet }
        return facets
    }

    /// The values of a field, which are printed as texts.
    private func counts(_ facet: JSON, _ attribute: String) throws -> [FacetCount] {
        let elements = try facet.list("counts")
        let kind = fields.kind(of: attribute) ?? .other
        // Where the schema is not known, the engine's bounds say that there are numbers.
        let hasNumbers = facet["stats"]?["min"] != nil
        return try elements.map { element in
            guard let count = element["count"]?.int, count >= 0 else {
                throw JSONError("a `count` of `\(attribute)` is not a number")
            }
            let label = try element.requiredString("value")
            return FacetCount(value: value(label, kind, hasNumbers), count: count)
        }
    }

    private func value(_ label: String, _ kind: TypesenseFields.Kind, _ hasNumbers: Bool) -> FacetValue {
        switch kind {
        case .text: return .text(label)
        case .truth: return label == "true" ? true : label == "false" ? false : .text(label)
        case .integer, .number: return Double(label).map { FacetValue($0) } ?? .text(label)
        case .other: return hasNumbers ? Double(label).map { FacetValue($0) } ?? .text(label) : .text(label)
        }
    }
}

extension SearchWarning {
    fileprivate static func notFacet(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotCounted,
            attribute: attribute,
            "The collection `\(index)` does not count `\(attribute)`.",
            remedy: "Give the field `facet: true` in the collection's schema."
        )
    }
}
