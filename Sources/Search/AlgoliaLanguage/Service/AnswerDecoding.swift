// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Reads the parts of a service's answers.
///
/// Pure; what is missing is named by a `JSONError`.
enum AnswerDecoding {
    /// Members that a service adds to a record.
    private static let additions = ["_highlightResult", "_snippetResult", "_rankingInfo"]

    /// The records and the total of an answer.
    static func hits(_ answer: JSON, request: SearchRequest, tags: HighlightTags) throws -> SearchResponse.Hits {
        guard answer["hits"] != nil else { throw JSONError("`hits` is missing") }
        let hits = try answer.list("hits").map { try hit($0, request, tags) }
        let total = try answer.integer("nbHits")
        guard total ?? 0 >= 0 else { throw JSONError("`nbHits` is below 0") }
        // An answer that does not tell how many records match is all there is: one page.
        let pageCount = answer["nbPages"]?.int.flatMap { $0 >= 0 ? $0 : nil } ?? (total == nil ? 1 : nil)
        return SearchResponse.Hits(
            hits: hits,
            totalCount: total ?? hits.count,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            pageCount: pageCount,
            remarks: SearchResponse.Remarks(json: answer)
        )
    }

    private static func hit(_ json: JSON, _ request: SearchRequest, _ tags: HighlightTags) throws -> Hit {
        guard var record = json.object else { throw JSONError("a hit is not an object") }
        let objectID = try json.requiredString("objectID")
        let highlights = record["_highlightResult"].map(tags.highlights) ?? [:]
        for name in additions { record[name] = nil }
        let marked = highlights.filter { request.mayHighlight($0.key) }
        guard let retrieved = request.attributesToRetrieve else {
            return Hit(objectID: objectID, record: .object(record), highlights: marked)
        }
        // A service may send more than it was asked for.
        let text = try JSONSelection(retrieved + ["objectID"]).cut(JSON.object(record).bytes)
        return try Hit(objectID: objectID, recordText: text, highlights: marked)
    }

    /// Whether an answer says of its total and counts that they are exact, or says nothing of them.
    static func isExhaustive(_ answer: JSON) -> Bool {
        let flags = [
            answer["exhaustive"]?["nbHits"], answer["exhaustive"]?["facetsCount"], answer["exhaustiveNbHits"],
            answer["exhaustiveFacetsCount"],
        ]
        return flags.allSatisfy { $0?.bool ?? true }
    }

    /// The lowest and highest number of an attribute; `nil` where the answer tells none.
    static func bounds(of attribute: String, in answer: JSON) -> ClosedRange<Double>? {
        let stats = answer["facets_stats"]?[attribute]
        guard let low = stats?["min"]?.double, let high = stats?["max"]?.double, low <= high else { return nil }
        return low...high
    }
}
