// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Which counts of a request leave out which filters: what the query's aggregations are made of, and read by.
///
/// The filters that all counts keep are part of the query. Those that some leave out choose records after the counting
/// (`post_filter`), and each set of counts has its own filters around it.
struct ElasticCounting {
    /// Counts under the same filters.
    struct Side {
        let filters: FilterState
        /// The places of counted attributes in the request.
        var facets: [Int] = []
        /// The positions of attributes whose bounds are returned.
        var stats: [Int] = []
    }

    private(set) var sides: [Side] = []
    /// Whether all counts are made under the request's own filters.
    let isPlain: Bool
    private let fields: ElasticFields
    private let request: SearchRequest
    private let attributes: [String]

    init(_ request: SearchRequest, _ fields: ElasticFields) {
        var sides: [Side] = []
        func add(_ filters: FilterState, _ change: (inout Side) -> Void) {
            let index = sides.firstIndex { $0.filters == filters }
            if index == nil { sides.append(Side(filters: filters)) }
            change(&sides[index ?? sides.count - 1])
        }
        let attributes = request.countedAttributes
        for (place, attribute) in attributes.enumerated() where Self.isCountable(attribute, fields) {
            add(request.filters.counting(attribute)) { $0.facets.append(place) }
        }
        for (place, attribute) in request.stats.enumerated() where Self.isBounded(attribute, fields) {
            add(request.filters.without(attribute)) { $0.stats.append(place) }
        }
        self.sides = sides
        self.attributes = attributes
        self.fields = fields
        self.request = request
        isPlain = sides.allSatisfy { $0.filters == request.filters }
    }

    /// The unit of the numbers of an attribute, where they are times.
    func times(of attribute: String) -> ElasticTimes? { fields.exact(attribute)?.times }

    /// Whether an attribute has a field that can be counted; the engine refuses to count its ids.
    static func isCountable(_ attribute: String, _ fields: ElasticFields) -> Bool {
        fields.exact(attribute).map { $0.name != "_id" } ?? false
    }

    /// Whether an attribute may have numbers; the engine refuses to look for bounds among texts.
    static func isBounded(_ attribute: String, _ fields: ElasticFields) -> Bool {
        fields.exact(attribute).map { $0.kind != .text } ?? false
    }

    /// The members of a search: `aggs`, and which filters are where.
    func members(_ clauses: ElasticClauses) throws -> (query: [JSON], post: [JSON], aggregations: JSONObject) {
        let own = try clauses.clauses(of: request.filters)
        guard !isPlain else {
            var aggregations = JSONObject()
            for side in sides { try add(side, clauses, to: &aggregations) }
            return (own, [], aggregations)
        }
        let parts = try sides.map { try clauses.clauses(of: $0.filters) }
        let common = own.filter { clause in parts.allSatisfy { $0.contains(clause) } }
        var aggregations = JSONObject()
        for (place, side) in sides.enumerated() {
            var inner = JSONObject()
            try add(side, clauses, to: &inner)
            let rest = parts[place].filter { !common.contains($0) }
            aggregations["s\(place)"] = ["filter": ElasticClauses.all(rest), "aggs": .object(inner)]
        }
        return (common, own.filter { !common.contains($0) }, aggregations)
    }

    private func add(_ side: Side, _ clauses: ElasticClauses, to aggregations: inout JSONObject) throws {
        for place in side.facets {
            let attribute = attributes[place]
            guard let field = fields.exact(attribute) else { continue }
            let limit = request.facets.filter { $0.attribute == attribute }.map(\.limit).max() ?? 1
            aggregations["t\(place)"] = Self.values(
                of: field,
                JSONObject([("field", .string(field.name)), ("size", JSON(max(1, limit)))])
            )
            let selected = request.filters.selectedValues(of: attribute)
            guard !selected.isEmpty else { continue }
            // Selected values are counted however rare they are.
            let filters = try selected.map { try clauses.value($0, of: attribute) }
            aggregations["v\(place)"] = ["filters": ["filters": .array(filters)]]
        }
        for place in side.stats {
            guard let field = fields.exact(request.stats[place]) else { continue }
            aggregations["m\(place)"] = Self.within(field.path, ["stats": ["field": .string(field.name)]])
        }
    }

    /// The values of a field with how many records have each.
    ///
    /// In `nested` objects the engine counts objects, of which a record may have several with the same value: so the records
    /// that they are of are counted, and decide which values come first.
    static func values(of field: ElasticFields.Exact, _ terms: JSONObject) -> JSON {
        guard let path = field.path else { return ["terms": .object(terms)] }
        var terms = terms
        terms["order"] = [[ElasticCounts.records: "desc"], ["_key": "asc"]]
        let counted: JSON = ["terms": .object(terms), "aggs": [ElasticCounts.records: ["reverse_nested": [:]]]]
        return within(path, counted)
    }

    private static func within(_ path: String?, _ aggregation: JSON) -> JSON {
        path.map { ["nested": ["path": .string($0)], "aggs": [ElasticCounts.inside: aggregation]] } ?? aggregation
    }
}
