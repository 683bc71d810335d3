// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// A way into an answer, such as `result.items` or `facets.{attribute}`; a number is a place in a list.
struct AnswerPath: Sendable, Hashable {
    private let parts: [String]

    init(_ text: String) {
        parts = text.split(separator: ".").map(String.init)
    }

    /// What is there; an attribute's name takes the place of `{attribute}` as it is, whatever it holds.
    func value(in json: JSON, attribute: String? = nil) -> JSON? {
        parts.reduce(json) { (value: JSON?, part) in
            guard let value, !value.isNull else { return nil }
            if part == "{attribute}" { return attribute.flatMap { value.at($0) } }
            if let elements = value.array {
                guard let place = Int(part), elements.indices.contains(place) else { return nil }
                return elements[place]
            }
            return value[part]
        }
    }
}

/// Where in an answer everything is.
struct AnswerMapping: Sendable {
    var hits = AnswerPath("hits")
    var id = AnswerPath("objectID")
    var record: AnswerPath?
    var total: AnswerPath?
    var facets: AnswerPath?
    var facetValue = AnswerPath("value")
    var facetCount = AnswerPath("count")
    var bounds: AnswerPath?
    var highlights: AnswerPath?
    var tags = HighlightTags()

    func response(from answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        guard let found = hits.value(in: answer)?.array else { throw JSONError("no list found at `hits`") }
        let totalCount = try total.map { path in
            guard let total = path.value(in: answer)?.int, total >= 0 else {
                throw JSONError("there is no number where `total` points")
            }
            return total
        }
        let shown = request.hitsPerPage == 0 ? [] : try found.prefix(request.hitsPerPage).map { try hit($0, request) }
        var hits = SearchResponse.Hits(
            hits: Array(shown),
            totalCount: totalCount ?? found.count,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            isExhaustive: totalCount != nil
        )
        for attribute in request.countedAttributes {
            guard let path = facets else {
                hits.warnings.append(.unmapped(.attributeNotCounted, attribute, "facets"))
                continue
            }
            hits.facets[attribute] =
                try path.value(in: answer, attribute: attribute).map { try counts(attribute, $0) } ?? []
        }
        for attribute in request.stats {
            guard let path = bounds else {
                hits.warnings.append(.unmapped(.attributeNotNumeric, attribute, "bounds"))
                continue
            }
            hits.stats[attribute] = ClosedRange(bounds: path.value(in: answer, attribute: attribute))
        }
        hits.warnings += request.parameters.keys.map(SearchWarning.noPlace)
        return SearchResponse(query: request.query, processingTimeMS: 0, content: .hits(hits))
    }

    /// Counts as an object of numbers by value, or as a list of objects.
    private func counts(_ attribute: String, _ json: JSON) throws -> [FacetCount] {
        if let members = json.object?.members {
            return try members.map { try count(attribute, .text($0.key), $0.value) }
        }
        guard let elements = json.array else {
            throw JSONError("the counts of `\(attribute)` are neither an object nor a list")
        }
        return try elements.map { element in
            guard let value = facetValue.value(in: element).flatMap(FacetValue.init(scalar:)) else {
                throw JSONError("a count of `\(attribute)` has no value where `facetValue` points")
            }
            return try count(attribute, value, facetCount.value(in: element) ?? .null)
        }
    }

    private func count(_ attribute: String, _ value: FacetValue, _ count: JSON) throws -> FacetCount {
        guard let count = count.int, count >= 0 else { throw JSONError("a count of `\(attribute)` is not a number") }
        return FacetCount(value: value, count: count)
    }

    // MARK: - Records

    private func hit(_ json: JSON, _ request: SearchRequest) throws -> Hit {
        guard let key = id.value(in: json), let objectID = key.string ?? key.int.map(String.init) else {
            throw JSONError("a record has no id where `id` points")
        }
        let found = record.map { $0.value(in: json) } ?? json
        guard var members = found?.object else { throw JSONError("a record is not an object") }
        members["objectID"] = .string(objectID)
        let highlights = highlights(in: json, .object(members), request)
        // A service may send more than it was asked for.
        return try Hit(objectID: objectID, record: members, highlights: highlights, cut: request.selection)
    }

    private func highlights(in json: JSON, _ record: JSON, _ request: SearchRequest) -> [String: Highlight] {
        guard let path = highlights else { return request.highlights(in: record, of: record.object?.keys ?? []) }
        var marked: [String: Highlight] = [:]
        for member in path.value(in: json)?.object?.members ?? [] where request.mayHighlight(member.key) {
            let texts = member.value.string.map { [$0] } ?? member.value.array?.compactMap(\.string) ?? []
            marked[member.key] = tags.highlight(texts.joined(separator: ", "))
        }
        return marked
    }
}

extension SearchWarning {
    fileprivate static func unmapped(_ code: Code, _ attribute: String, _ parameter: String) -> SearchWarning {
        SearchWarning(
            code,
            attribute: attribute,
            "The mapping has no path for `\(attribute)`.",
            remedy: "Set `\(parameter)` of the backend."
        )
    }
}
