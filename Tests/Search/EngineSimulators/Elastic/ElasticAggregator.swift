// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// The aggregations of the simulated Elasticsearch.
struct ElasticAggregator {
    let index: ElasticIndex

    func results(_ aggregations: JSON, _ documents: [ElasticDocument]) throws -> JSON {
        var results = JSONObject()
        for member in aggregations.object?.members ?? [] {
            guard !member.key.contains(where: { "[]>".contains($0) }) else {
                throw ElasticFailure.parsing("Invalid aggregation name [\(member.key)]")
            }
            results[member.key] = try result(member.value, documents)
        }
        return .object(results)
    }

    private func result(_ aggregation: JSON, _ documents: [ElasticDocument]) throws -> JSON {
        let inner = aggregation["aggs"] ?? aggregation["aggregations"]
        let kinds = (aggregation.object?.members ?? []).filter {
            $0.key != "aggs" && $0.key != "aggregations" && $0.key != "meta"
        }
        guard kinds.count == 1, let kind = kinds.first else {
            throw ElasticFailure.parsing("Missing definition for aggregation")
        }
        switch kind.key {
        case "filter":
            return try bucket(inner, try matching(kind.value, documents))
        case "nested":
            let path = kind.value["path"]?.string ?? ""
            return try bucket(inner, documents.flatMap { try index.objects(at: path, of: $0, "nested") })
        case "reverse_nested":
            guard documents.allSatisfy({ $0.path != nil }) else {
                throw ElasticFailure.argument(
                    "Reverse nested aggregation [r] can only be used inside a [nested] aggregation"
                )
            }
            let records = Set(documents.map(\.id))
            return try bucket(inner, index.documents.filter { records.contains($0.id) })
        case "filters":
            guard let filters = kind.value["filters"]?.array else {
                throw ElasticFailure.parsing("[filters] must be an array here")
            }
            return ["buckets": .array(try filters.map { ["doc_count": JSON(try matching($0, documents).count)] })]
        case "terms": return try terms(kind.value, documents, inner)
        case "stats":
            let numbers =
                try field(kind.value, ofNumbers: true).map { name in
                    documents.flatMap { index.values(name, $0).compactMap(\.double) }
                } ?? []
            return [
                "count": JSON(numbers.count), "min": numbers.min().map(JSON.number) ?? .null,
                "max": numbers.max().map(JSON.number) ?? .null, "sum": .number(numbers.reduce(0, +)),
            ]
        default: throw ElasticFailure.parsing("Unknown aggregation type [\(kind.key)]")
        }
    }

    /// A bucket of documents, with its aggregations.
    private func bucket(_ inner: JSON?, _ documents: [ElasticDocument]) throws -> JSON {
        var bucket = JSONObject([("doc_count", JSON(documents.count))])
        for member in try inner.map({ try results($0, documents) })?.object?.members ?? [] {
            bucket[member.key] = member.value
        }
        return .object(bucket)
    }

    private func matching(_ query: JSON, _ documents: [ElasticDocument]) throws -> [ElasticDocument] {
        let evaluator = ElasticEvaluator(index: index)
        return try documents.filter { try evaluator.score(query, $0) != nil }
    }

    /// The field of an aggregation; `nil` for one that no document has.
    private func field(_ content: JSON, ofNumbers: Bool) throws -> String? {
        guard let name = content["field"]?.string else {
            throw ElasticFailure.parsing("Required one of fields [field, script]")
        }
        switch index.types[name] {
        case nil: return nil
        case "text":
            throw ElasticFailure.argument(
                "Fielddata is disabled on [\(name)] in [\(index.name)]. Text fields are not optimised for operations that "
                    + "require per-document field data like aggregations and sorting, so these operations are disabled by default."
            )
        case "keyword", "geo_point", "dense_vector", "knn_vector", "semantic_text":
            guard !ofNumbers else {
                throw ElasticFailure.argument(
                    "Field [\(name)] of type [keyword] is not supported for aggregation [stats]"
                )
            }
            return name
        default: return name
        }
    }

    private func terms(_ content: JSON, _ documents: [ElasticDocument], _ inner: JSON?) throws -> JSON {
        let known: Set<String> = ["field", "size", "include", "order", "min_doc_count", "shard_size"]
        if let other = content.object?.keys.first(where: { !known.contains($0) }) {
            throw ElasticFailure.parsing("[terms] unknown field [\(other)]")
        }
        let size = content["size"]?.int ?? 10
        guard size > 0 else {
            throw ElasticFailure.argument("[size] must be greater than 0. Found [\(size)] in [terms]")
        }
        guard let name = try field(content, ofNumbers: false) else {
            return ["doc_count_error_upper_bound": 0, "sum_other_doc_count": 0, "buckets": []]
        }
        var found: [JSON: [ElasticDocument]] = [:]
        for document in documents {
            for value in Set(index.values(name, document)) { found[value, default: []].append(document) }
        }
        if let pattern = content["include"]?.string {
            guard index.types[name] == "keyword" else {
                throw ElasticFailure.argument(
                    "Aggregation [t] cannot support regular expression style include/exclude settings as they can only be applied to string fields."
                )
            }
            guard
                let regex = try? NSRegularExpression(pattern: "^(?:\(pattern))$", options: [.dotMatchesLineSeparators])
            else {
                throw ElasticFailure.argument("failed to parse regexp [\(pattern)]")
            }
            found = found.filter { value, _ in
                let text = value.string ?? ""
                return regex.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
            }
        }
        let byAggregation = try Self.orderingAggregation(content["order"], inner)
        let sorted = try found.map { (key: $0.key, bucket: try bucket(inner, $0.value)) }.sorted { left, right in
            let counts = [left, right].map { side in
                ((byAggregation.flatMap { side.bucket[$0] } ?? side.bucket)["doc_count"]?.int) ?? 0
            }
            return counts[0] != counts[1] ? counts[0] > counts[1] : Self.precedes(left.key, right.key)
        }
        return [
            // In the order of another aggregation, the error of a count is unknown.
            "doc_count_error_upper_bound": byAggregation == nil ? 0 : -1,
            "sum_other_doc_count": JSON(sorted.dropFirst(size).compactMap { $0.bucket["doc_count"]?.int }.reduce(0, +)),
            "buckets": .array(
                sorted.prefix(size).map { Self.keyed($0.bucket, $0.key, isTime: index.types[name] == "date") }
            ),
        ]
    }

    /// The aggregation within each bucket that decides the order; `nil` for the buckets' own count.
    private static func orderingAggregation(_ order: JSON?, _ inner: JSON?) throws -> String? {
        let keys = order.map { $0.array ?? [$0] } ?? []
        guard let first = keys.first?.object?.members.first, first.key != "_count" else { return nil }
        guard first.value == "desc", keys.count == 2, keys[1] == ["_key": "asc"],
            inner?[first.key]?["reverse_nested"] != nil
        else {
            throw ElasticFailure.argument(
                "Invalid aggregator order path [\(first.key)]. This simulator orders by reverse_nested alone"
            )
        }
        return first.key
    }

    private static func precedes(_ left: JSON, _ right: JSON) -> Bool {
        if let left = left.double, let right = right.double { return left < right }
        return (left.string ?? left.text) < (right.string ?? right.text)
    }

    private static func keyed(_ bucket: JSON, _ key: JSON, isTime: Bool) -> JSON {
        var members = bucket.object ?? JSONObject()
        members["key"] = key.bool.map { $0 ? 1 : 0 } ?? key
        if isTime, let time = key.double { members["key_as_string"] = .string(SimulatedDates.text(time)) }
        if let truth = key.bool { members["key_as_string"] = .string(String(truth)) }
        return .object(members)
    }
}
