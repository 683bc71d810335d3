// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
                .facetValues(attribute: attribute, values: found(among: try values(attribute), limit: limit))
            } else {
                .hits(try hits())
            }
        return SearchResponse(query: query, processingTimeMS: max(0, time ?? 0), content: content)
    }

    /// Of the values that an engine lists, those in which every word that was typed begins a word: the commonest first, marked.
    private func found(among counts: [FacetCount], limit: Int) -> [FacetCount] {
        let match = PrefixMatch(query)
        return counts.sorted(by: FacetCount.isCommoner).lazy.compactMap { count in
            match.highlight(in: count.value.label).map {
                FacetCount(value: count.value, count: count.count, highlighted: $0)
            }
        }.prefix(max(0, limit)).map(\.self)
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
