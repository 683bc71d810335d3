// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchIndex
import SearchModel
import Wire

/// Reads the parts of a service's answers.
///
/// Pure; what is missing is named by a `JSONError`.
enum AnswerDecoding {
    /// Members that a service adds to a record and that are none of its own.
    private static let additions = ["_highlightResult", "_snippetResult", "_rankingInfo"]

    /// The records and the total of an answer.
    static func hits(_ answer: JSON, request: SearchRequest) throws -> SearchResponse.Hits {
        guard answer["hits"] != nil else { throw JSONError("`hits` is missing") }
        let total = try answer.requiredInt("nbHits")
        guard total >= 0 else { throw JSONError("`nbHits` is below 0") }
        return SearchResponse.Hits(
            hits: try answer.list("hits").map(hit),
            totalCount: total,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            pageCount: answer["nbPages"]?.int.flatMap { $0 >= 0 ? $0 : nil }
        )
    }

    private static func hit(_ json: JSON) throws -> Hit {
        guard var record = json.object else { throw JSONError("a hit is not an object") }
        let highlights = record["_highlightResult"].map(HighlightTags.highlights) ?? [:]
        for name in additions { record[name] = nil }
        return Hit(objectID: try json.requiredString("objectID"), record: .object(record), highlights: highlights)
    }

    /// Whether an answer says of its total and counts that they are exact, or says nothing of them.
    static func isExhaustive(_ answer: JSON) -> Bool {
        let told = [
            answer["exhaustive"]?["nbHits"], answer["exhaustive"]?["facetsCount"], answer["exhaustiveNbHits"],
            answer["exhaustiveFacetsCount"],
        ]
        return told.allSatisfy { $0?.bool ?? true }
    }

    /// The counted values of an attribute, the commonest first; selected ones are there even at count 0.
    static func facet(_ attribute: String, in answer: JSON, request: SearchRequest) throws -> [FacetCount] {
        let selected = request.filters.selectedValues(of: attribute)
        var counts = try (answer["facets"]?[attribute]?.object?.members ?? []).map { member in
            guard let count = member.value.int, count >= 0 else {
                throw JSONError("a count of `\(attribute)` is not a number")
            }
            return FacetCount(value: value(named: member.key, selected: selected), count: count)
        }
        let order: (FacetCount, FacetCount) -> Bool = { left, right in
            left.count != right.count
                ? left.count > right.count
                : FilterEncoding.text(of: left.value) < FilterEncoding.text(of: right.value)
        }
        counts.sort(by: order)
        var listed = Array(counts.prefix(request.facets.filter { $0.attribute == attribute }.map(\.limit).max() ?? 0))
        for value in selected where !listed.contains(where: { $0.value == value }) {
            listed.append(counts.first { $0.value == value } ?? FacetCount(value: value, count: 0))
        }
        return listed.sorted(by: order)
    }

    /// The value that a service prints under a name: the selected one that is printed so, a text otherwise.
    ///
    /// Services print numbers and truth values as texts too; a selected one keeps its kind, so that it is known again.
    private static func value(named name: String, selected: [JSON]) -> JSON {
        selected.first { FilterEncoding.text(of: $0) == name } ?? .string(name)
    }

    /// The lowest and highest number of an attribute; `nil` where the answer tells none.
    static func bounds(of attribute: String, in answer: JSON) -> ClosedRange<Double>? {
        let stats = answer["facets_stats"]?[attribute]
        guard let low = stats?["min"]?.double, let high = stats?["max"]?.double, low <= high else { return nil }
        return low...high
    }

    /// The values found by a search for facet values.
    static func facetValues(_ answer: JSON, selected: [JSON]) throws -> [FacetCount] {
        guard answer["facetHits"] != nil else { throw JSONError("`facetHits` is missing") }
        return try answer.list("facetHits").map { hit in
            let text = try hit.requiredString("value")
            return FacetCount(
                value: value(named: text, selected: selected),
                count: try hit.requiredInt("count"),
                highlighted: Highlight(spans: HighlightTags.spans(hit["highlighted"]?.string ?? text))
            )
        }
    }
}
