// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Reads counts and bounds from an answer's aggregations.
struct ElasticCounts {
    private(set) var facets: [String: [FacetCount]] = [:]
    private(set) var stats: [String: ClosedRange<Double>] = [:]
    /// What is counted in `nested` objects, by its name in the aggregation around it.
    static let inside = "inside"
    /// The records that a value's `nested` objects are of.
    static let records = "records"

    /// Whether every count is exact: those of several shards may miss some of a value.
    private(set) var areExact = true

    init(_ answer: JSON, of request: SearchRequest, _ counting: ElasticCounting) throws {
        let all = answer["aggregations"]
        let attributes = request.countedAttributes
        for attribute in attributes { facets[attribute] = [] }
        for (place, side) in counting.sides.enumerated() {
            let found = counting.isPlain ? all : all?["s\(place)"]
            for place in side.facets {
                let attribute = attributes[place]
                guard let terms = Self.inside(found?["t\(place)"]) else {
                    throw JSONError("the counts of `\(attribute)` are missing")
                }
                if Self.mayMiss(terms) { areExact = false }
                let selected = request.filters.selectedValues(of: attribute)
                facets[attribute] =
                    try Self.counts(terms, attribute, counting.times(of: attribute))
                    + Self.selected(selected, found?["v\(place)"], attribute)
            }
            for place in side.stats {
                let attribute = request.stats[place]
                let bounds = ClosedRange(bounds: Self.inside(found?["m\(place)"]))
                let times = counting.times(of: attribute)
                stats[attribute] = bounds.map { bounds in
                    times.map { $0.number(bounds.lowerBound)...$0.number(bounds.upperBound) } ?? bounds
                }
            }
        }
        for (attribute, counts) in facets {
            // A selected number may have been chosen as a text.
            var known: Set<String> = []
            facets[attribute] = counts.filter { known.insert($0.value.label).inserted }
        }
    }

    /// An aggregation or, of `nested` objects, the one inside.
    static func inside(_ aggregation: JSON?) -> JSON? { aggregation?[inside] ?? aggregation }

    /// Whether shards may have kept counts to themselves.
    ///
    /// Where values are not ordered by their own counts, the engine does not say by how much it may be wrong (-1): then it is
    /// right where it has left no value out.
    private static func mayMiss(_ terms: JSON) -> Bool {
        switch terms["doc_count_error_upper_bound"]?.int ?? 0 {
        case 0: false
        case ..<0: terms["sum_other_doc_count"]?.int ?? 0 != 0
        default: true
        }
    }

    static func counts(_ terms: JSON, _ attribute: String, _ times: ElasticTimes?) throws -> [FacetCount] {
        guard terms["buckets"] != nil else { throw JSONError("`buckets` of `\(attribute)` is missing") }
        return try terms.list("buckets").map { bucket in
            guard let key = bucket["key"].flatMap(FacetValue.init(scalar:)) else {
                throw JSONError("a `key` of `\(attribute)` is not a value")
            }
            if let times, let milliseconds = key.double {
                return FacetCount(value: FacetValue(times.number(milliseconds)), count: try count(bucket, attribute))
            }
            // Truth values are 1 and 0, with their words beside them.
            let word = bucket["key_as_string"]?.string
            let isTruth = key == (word == "true" ? 1 : 0) && (word == "true" || word == "false")
            return FacetCount(value: isTruth ? .bool(word == "true") : key, count: try count(bucket, attribute))
        }
    }

    /// The counts of selected values, which have no keys and are in their order.
    private static func selected(_ values: [FacetValue], _ filters: JSON?, _ attribute: String) throws -> [FacetCount] {
        guard !values.isEmpty else { return [] }
        guard let buckets = try filters?.list("buckets"), buckets.count == values.count else {
            throw JSONError("the counts of the selected values of `\(attribute)` are missing")
        }
        return try zip(values, buckets).map { FacetCount(value: $0, count: try count($1, attribute)) }
    }

    private static func count(_ bucket: JSON, _ attribute: String) throws -> Int {
        guard let count = (bucket[records] ?? bucket)["doc_count"]?.int, count >= 0 else {
            throw JSONError("a `doc_count` of `\(attribute)` is not a number")
        }
        return count
    }
}
