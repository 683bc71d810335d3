// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

// What the answers of several engines have in common, once their own words are read.

extension SearchRequest {
    /// The response to the request: its records with counts, or the values that were sought.
    func response(
        took time: Double?,
        hits: () throws -> SearchResponse.Hits,
        values: (_ attribute: String) throws -> [FacetCount]
    ) rethrows -> SearchResponse {
        let content: SearchResponse.Content =
            if case .facetValues(let attribute, let limit) = kind {
                .facetValues(
                    attribute: attribute,
                    values: PrefixMatch(query).found(among: try values(attribute), limit: limit)
                )
            } else {
                .hits(try hits())
            }
        return SearchResponse(query: query, processingTimeMS: max(0, time ?? 0), content: content)
    }

    /// What was typed, marked in attributes of a record but its identifier; the texts of a list are joined by commas.
    func highlights(in record: JSON, of names: [String]) -> [String: Highlight] {
        let match = PrefixMatch(query)
        var highlights: [String: Highlight] = [:]
        for name in names where name != "objectID" && mayHighlight(name) {
            let value = record.at(name)
            let texts = value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
            if !texts.isEmpty { highlights[name] = match.anyHighlight(in: texts.joined(separator: ", ")) }
        }
        return highlights
    }

    var longestWord: String? {
        let words: [Substring] = query.split { !$0.isLetter && !$0.isNumber }
        return words.max { $0.count < $1.count }.map(String.init)
    }

    /// Which parts of records the response has; `nil` for whole ones.
    var selection: JSONSelection? { attributesToRetrieve.map { JSONSelection($0 + ["objectID"]) } }
}

extension Hit {
    /// A record as a hit, cut to what the response has of it.
    init(objectID: String, record: JSONObject, highlights: [String: Highlight], cut selection: JSONSelection?) throws {
        guard let selection else {
            self.init(objectID: objectID, record: .object(record), highlights: highlights)
            return
        }
        let text = try selection.cut(JSON.object(record).bytes)
        try self.init(objectID: objectID, recordText: text, highlights: highlights)
    }
}

extension ClosedRange<Double> {
    /// The bounds that an engine tells as `min` and `max`; `nil` where there are none.
    init?(bounds: JSON?) {
        guard let low = bounds?["min"]?.double, let high = bounds?["max"]?.double, low <= high else { return nil }
        self = low...high
    }
}
