// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

struct ElasticAnswer {
    let request: SearchRequest
    let dialect: ElasticDialect

    private var fields: ElasticFields { dialect.fields }

    func response(_ answer: JSON) throws -> SearchResponse {
        try request.response(took: answer["took"]?.double) {
            try hits(answer)
        } values: { attribute in
            try ElasticCounts.inside(answer["aggregations"]?["t0"]).map {
                try ElasticCounts.counts($0, attribute, fields.exact(attribute)?.times)
            } ?? []
        }
    }

    private func hits(_ answer: JSON) throws -> SearchResponse.Hits {
        guard let found = answer["hits"] else { throw JSONError("`hits` is missing") }
        let (total, isExact) = try total(found)
        let selection = request.selection
        let counts = try ElasticCounts(answer, of: request, ElasticCounting(request, fields))
        var hits = SearchResponse.Hits(
            hits: try found.list("hits").map { try hit($0, selection) },
            totalCount: total,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            facets: counts.facets,
            stats: counts.stats,
            isExhaustive: isExact && counts.areExact && isWhole(answer),
            warnings: incomplete(answer) + warnings
        )
        let most = dialect.settings.mostHits
        if request.hitsPerPage > 0, total > most {
            hits.pageCount = most / request.hitsPerPage + (most % request.hitsPerPage > 0 ? 1 : 0)
        }
        return hits
    }

    /// How many records match, and whether there may be more.
    private func total(_ hits: JSON) throws -> (Int, isExact: Bool) {
        let total = hits["total"]
        guard let count = total?["value"]?.int ?? total?.int, count >= 0 else {
            throw JSONError("`total` is missing or no number")
        }
        return (count, total?["relation"]?.string ?? "eq" == "eq")
    }

    /// Whether every part of the index had its say.
    private func isWhole(_ answer: JSON) -> Bool {
        answer["timed_out"]?.bool != true && answer["terminated_early"]?.bool != true
            && answer["_shards"]?["failed"]?.int ?? 0 == 0
    }

    private func hit(_ json: JSON, _ selection: JSONSelection?) throws -> Hit {
        let objectID = try json.requiredString("_id")
        var record = JSONObject([("objectID", .string(objectID))])
        if let source = json["_source"], !source.isNull {
            guard let members = source.object?.members else { throw JSONError("`_source` is not an object") }
            for member in members where member.key != "objectID" {
                record[member.key] = fields.value(member.value, of: member.key)
            }
        }
        if let place = ElasticPlace.members(of: .object(record).at(dialect.settings.geoField)) {
            record[Filter.geoAttribute] = place
        }
        let highlights = try highlights(json["highlight"], .object(record))
        return try Hit(objectID: objectID, record: record, highlights: highlights, cut: selection)
    }

    private func highlights(_ marked: JSON?, _ record: JSON) throws -> [String: Highlight] {
        guard let marked, !marked.isNull else { return [:] }
        guard let members = marked.object?.members else { throw JSONError("`highlight` is not an object") }
        var highlights: [String: Highlight] = [:]
        for member in members {
            let attribute = fields.attribute(of: member.key)
            guard request.mayHighlight(attribute), highlights[attribute] == nil || attribute == member.key else {
                continue
            }
            let texts = (member.value.array ?? []).compactMap(\.string)
            highlights[attribute] = dialect.tags.highlight(texts, in: record.at(attribute))
        }
        return highlights
    }

    // MARK: - Warnings

    /// The warnings if shards failed, or the time limit was reached before all had answered.
    private func incomplete(_ answer: JSON) -> [SearchWarning] {
        guard !isWhole(answer), answer["terminated_early"]?.bool != true else { return [] }
        let (failed, all) = (answer["_shards"]?["failed"]?.int ?? 0, answer["_shards"]?["total"]?.int ?? 0)
        let reason = answer["_shards"]?["failures"]?.array?.first?["reason"]?["reason"]?.string.map {
            ": \($0.prefix(200))"
        }
        let what =
            failed > 0
            ? "\(failed) of \(max(all, failed)) parts of the index failed\(reason ?? "")" : "The time was over"
        return [
            SearchWarning(
                .answerIncomplete,
                attribute: "",
                "\(what), so that records may be missing, and counts are too low.",
                remedy: "Look at the engine's health, and search again."
            )
        ]
    }

    private var warnings: [SearchWarning] {
        let counted = request.countedAttributes
        return ElasticParameters(request.parameters).warnings
            + counted.filter(fields.isUnknown).map { .unknown($0, request.index) }
            + counted.filter { !ElasticCounting.isCountable($0, fields) }.map { .notCounted($0, request.index) }
            + request.stats.filter { !ElasticCounting.isBounded($0, fields) }.map { .noNumbers($0, request.index) }
    }
}

extension SearchWarning {
    fileprivate static func unknown(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeUnknown,
            attribute: attribute,
            "The index `\(index)` has no field `\(attribute)`.",
            remedy: "Correct the name, or index records that have it."
        )
    }

    fileprivate static func notCounted(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotCounted,
            attribute: attribute,
            "The values of `\(attribute)` in the index `\(index)` are cut into words, and not counted.",
            remedy: "Map it as `keyword`, or add a field of this type, and index the records again."
        )
    }

    fileprivate static func noNumbers(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotNumeric,
            attribute: attribute,
            "The field `\(attribute)` of the index `\(index)` has no numbers.",
            remedy: "Name a field of a type of numbers."
        )
    }
}
