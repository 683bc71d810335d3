// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

struct MeilisearchAnswer {
    /// Members that the engine adds to a record.
    private static let additions: Set<String> = [
        "_formatted", "_geo", "_geoDistance", "_rankingScore", "_rankingScoreDetails", "_matchesPosition", "_vectors",
        "_federation",
    ]

    let request: SearchRequest
    let tags: HighlightTags
    let key: MeilisearchKey
    let mostHits: Int

    func hits(_ answer: JSON) throws -> SearchResponse.Hits {
        guard answer["hits"] != nil else { throw JSONError("`hits` is missing") }
        let total = try answer.requiredInt("totalHits")
        guard total >= 0 else { throw JSONError("`totalHits` is below 0") }
        let selection = request.selection
        var hits = SearchResponse.Hits(
            hits: try answer.list("hits").map { try hit($0, selection) },
            totalCount: total,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            // The engine counts no further than it lets through.
            isExhaustive: total < mostHits
        )
        for attribute in request.countedAttributes { hits.facets[attribute] = try counts(attribute, answer) }
        for attribute in request.stats {
            hits.stats[attribute] = ClosedRange(bounds: answer["facetStats"]?[key.field(of: attribute)])
        }
        hits.warnings = SessionParameters(meilisearch: request.parameters).warnings
        return hits
    }

    private func hit(_ json: JSON, _ selection: JSONSelection?) throws -> Hit {
        guard let members = json.object?.members else { throw JSONError("a hit is not an object") }
        let (objectID, name) = try key.objectID(of: json)
        var record = JSONObject([("objectID", .string(objectID))])
        for member in members where member.key != "objectID" && !Self.additions.contains(member.key) {
            record[member.key] = member.value
        }
        if let place = json[MeilisearchDialect.geoAttribute], !place.isNull { record[Filter.geoAttribute] = place }
        var marked = tags.highlights(formatted: json["_formatted"] ?? .null)
        marked["objectID"] = marked[name]
        let highlights = marked.filter { request.mayHighlight($0.key) }
        return try Hit(objectID: objectID, record: record, highlights: highlights, cut: selection)
    }

    /// The values of an attribute, each of which is printed as a text: numbers where the engine tells bounds.
    private func counts(_ attribute: String, _ answer: JSON) throws -> [FacetCount] {
        let field = key.field(of: attribute)
        let hasNumbers = answer["facetStats"]?[field] != nil
        return try FacetDecoding.counts(answer["facetDistribution"]?[field], of: attribute, hasNumbers: hasNumbers)
    }

    /// The values found by a search for them; where in them, is looked at here.
    func found(_ answer: JSON, _ limit: Int) throws -> [FacetCount] {
        guard answer["facetHits"] != nil else { throw JSONError("`facetHits` is missing") }
        let match = PrefixMatch(request.query)
        let counts = try answer.list("facetHits").map { hit in
            let text = try hit.requiredString("value")
            let plain = Highlight(spans: [.init(text, isMatched: false)])
            return FacetCount(
                value: .text(text),
                count: try hit.requiredInt("count"),
                highlighted: match.anyHighlight(in: text) ?? plain
            )
        }
        return Array(counts.sorted(by: FacetCount.isCommoner).prefix(max(0, limit)))
    }
}

extension SessionParameters {
    private static let meilisearchNames: Set<String> = [
        "matchingStrategy", "attributesToSearchOn", "rankingScoreThreshold", "locales", "distinct", "hybrid",
    ]

    init(meilisearch parameters: JSONObject) {
        self.init(parameters) { name, _ in Self.meilisearchNames.contains(name) }
    }
}

extension HighlightTags {
    /// The highlights in a record of which the texts are marked, by attribute with dots; lists are joined by commas.
    func highlights(formatted record: JSON) -> [String: Highlight] {
        var highlights: [String: Highlight] = [:]
        func walk(_ value: JSON, _ name: String) {
            if let text = value.string {
                if text.contains(open), let highlight = highlight(text) { highlights[name] = highlight }
            } else if let elements = value.array {
                let texts = elements.compactMap(\.string)
                guard texts.count == elements.count else { return }
                walk(.string(texts.joined(separator: ", ")), name)
            } else {
                for member in value.object?.members ?? [] {
                    walk(member.value, name.isEmpty ? member.key : "\(name).\(member.key)")
                }
            }
        }
        walk(record, "")
        return highlights
    }
}
