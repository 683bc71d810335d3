// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Whether a document of the simulated Elasticsearch matches a query, and how well.
struct ElasticEvaluator {
    let index: ElasticIndex

    /// The score of a document; `nil` for one that does not match.
    ///
    /// - Throws: `ElasticFailure` for a query that the engine refuses.
    func score(_ query: JSON, _ document: ElasticDocument) throws -> Double? {
        guard let members = query.object?.members, members.count == 1,
            let (name, content) = members.first.map({ ($0.key, $0.value) })
        else { throw ElasticFailure.parsing("[\(query.text)] query malformed, no start_object after query name") }
        switch name {
        case "match_all": return 1
        case "match_none": return nil
        case "bool": return try bool(content, document)
        case "constant_score":
            try check(content, ["filter", "boost"], name)
            return try score(content["filter"] ?? .null, document) == nil ? nil : content["boost"]?.double ?? 1
        case "term": return try term(content, document) ? 1 : nil
        case "range": return try range(content, document) ? 1 : nil
        case "exists":
            return index.values(content["field"]?.string ?? "", document).isEmpty ? nil : 1
        case "nested":
            try check(content, ["path", "query", "score_mode", "ignore_unmapped", "boost", "inner_hits"], name)
            let objects = try index.objects(at: content["path"]?.string ?? "", of: document, name)
            let scores = try objects.compactMap { try score(content["query"] ?? .null, $0) }
            return scores.isEmpty ? nil : scores.reduce(0, +) / Double(scores.count)
        case "multi_match": return try ElasticMatch(content, index).score(document)
        case "geo_distance": return try distance(content, document) ? 1 : nil
        case "geo_bounding_box": return try box(content, document) ? 1 : nil
        default: throw ElasticFailure.parsing("unknown query [\(name)]")
        }
    }

    private func check(_ content: JSON, _ known: Set<String>, _ query: String) throws {
        if let other = content.object?.keys.first(where: { !known.contains($0) }) {
            throw ElasticFailure.parsing("[\(query)] query does not support [\(other)]")
        }
    }

    private func bool(_ content: JSON, _ document: ElasticDocument) throws -> Double? {
        try check(content, ["must", "filter", "should", "must_not", "minimum_should_match", "boost"], "bool")
        func clauses(_ name: String) -> [JSON] { content[name].map { $0.array ?? [$0] } ?? [] }
        var total = 0.0
        // Every clause is looked at, so that an invalid one is refused even without documents.
        let must = try clauses("must").map { try score($0, document) }
        let filter = try clauses("filter").map { try score($0, document) }
        let not = try clauses("must_not").map { try score($0, document) }
        let should = try clauses("should").map { try score($0, document) }
        let least = content["minimum_should_match"]?.int ?? (should.isEmpty || !must.isEmpty || !filter.isEmpty ? 0 : 1)
        guard must.allSatisfy({ $0 != nil }), filter.allSatisfy({ $0 != nil }), not.allSatisfy({ $0 == nil }),
            should.count(where: { $0 != nil }) >= least
        else { return nil }
        for part in must + should { total += part ?? 0 }
        return total
    }

    private func single(_ content: JSON, _ query: String) throws -> (String, JSON) {
        guard let members = content.object?.members, members.count == 1, let first = members.first else {
            throw ElasticFailure.parsing("[\(query)] query doesn't support multiple fields")
        }
        return (first.key, first.value)
    }

    private func term(_ content: JSON, _ document: ElasticDocument) throws -> Bool {
        let (field, inner) = try single(content, "term")
        guard let value = inner.object == nil ? inner : inner["value"] else {
            throw ElasticFailure.parsing("value cannot be null")
        }
        let found = index.values(field, document)
        switch index.types[field] {
        case nil: return field == "_id" && found.contains(value)
        case "text": return found.contains { simulatedWords($0.string ?? $0.text).contains(value.string ?? value.text) }
        case "boolean":
            guard let text = value.string ?? value.bool.map(String.init), text == "true" || text == "false" else {
                throw ElasticFailure(
                    400,
                    "query_shard_exception",
                    "Can't parse boolean value [\(value.text)], expected [true] or [false]"
                )
            }
            return found.contains { $0.bool.map(String.init) == text }
        case "long", "integer", "float", "double":
            guard let number = value.double ?? value.string.flatMap(Double.init) else {
                throw ElasticFailure(400, "number_format_exception", "For input string: \"\(value.string ?? "")\"")
            }
            return found.contains { $0.double == number }
        case "date":
            let wanted = try SimulatedDates.milliseconds(value, index.formats[field] ?? SimulatedDates.standard)
            return found.contains { $0.double == wanted }
        default: return found.contains { ($0.string ?? $0.text) == (value.string ?? value.text) }
        }
    }

    private func range(_ content: JSON, _ document: ElasticDocument) throws -> Bool {
        let (field, bounds) = try single(content, "range")
        try check(bounds, ["gt", "gte", "lt", "lte", "boost", "format", "relation", "time_zone"], "range")
        var ends: [String: Double] = [:]
        for name in ["gt", "gte", "lt", "lte"] {
            guard let end = bounds[name] else { continue }
            let format = bounds["format"]?.string ?? index.formats[field] ?? SimulatedDates.standard
            ends[name] = index.types[field] == "date" ? try SimulatedDates.milliseconds(end, format) : end.double
        }
        return index.values(field, document).contains { value in
            guard let number = value.double else { return false }
            func holds(_ name: String, _ test: (Double, Double) -> Bool) -> Bool {
                ends[name].map { test(number, $0) } ?? true
            }
            return holds("gt", >) && holds("gte", >=) && holds("lt", <) && holds("lte", <=)
        }
    }

    // MARK: - Locations

    private func points(
        _ content: JSON,
        _ options: Set<String>,
        _ document: ElasticDocument
    ) throws -> (JSON, [(Double, Double)]) {
        guard let member = content.object?.members.first(where: { !options.contains($0.key) }) else {
            throw ElasticFailure.parsing("geo query must have a field")
        }
        guard let type = index.types[member.key] else {
            if content["ignore_unmapped"]?.bool == true { return (member.value, []) }
            throw ElasticFailure(400, "query_shard_exception", "failed to find geo field [\(member.key)]")
        }
        guard type == "geo_point" else {
            throw ElasticFailure(400, "query_shard_exception", "Field [\(member.key)] is of unsupported type [\(type)]")
        }
        let found = index.values(member.key, document).compactMap { value -> (Double, Double)? in
            guard let latitude = value["lat"]?.double, let longitude = value["lon"]?.double else { return nil }
            return (latitude, longitude)
        }
        return (member.value, found)
    }

    private func distance(_ content: JSON, _ document: ElasticDocument) throws -> Bool {
        let (center, points) = try points(content, ["distance", "ignore_unmapped", "distance_type"], document)
        guard let text = content["distance"]?.string, text.hasSuffix("m"), let metres = Double(text.dropLast()),
            let latitude = center["lat"]?.double, let longitude = center["lon"]?.double
        else { throw ElasticFailure.parsing("[geo_distance] failed to parse distance") }
        return points.contains { point in
            let (first, second) = (point.0 * .pi / 180, latitude * .pi / 180)
            let (rise, turn) = ((second - first) / 2, (longitude - point.1) * .pi / 360)
            let share = sin(rise) * sin(rise) + cos(first) * cos(second) * sin(turn) * sin(turn)
            return 2 * 6_371_008.7714 * asin(min(1, share.squareRoot())) <= metres
        }
    }

    private func box(_ content: JSON, _ document: ElasticDocument) throws -> Bool {
        let (corners, points) = try points(content, ["ignore_unmapped", "validation_method"], document)
        guard let top = corners["top_left"]?["lat"]?.double, let left = corners["top_left"]?["lon"]?.double,
            let bottom = corners["bottom_right"]?["lat"]?.double, let right = corners["bottom_right"]?["lon"]?.double
        else { throw ElasticFailure.parsing("failed to parse bounding box") }
        return points.contains { point in
            let isBeside = left <= right ? point.1 >= left && point.1 <= right : point.1 >= left || point.1 <= right
            return point.0 >= bottom && point.0 <= top && isBeside
        }
    }
}
