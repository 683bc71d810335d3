// SPDX-License-Identifier: MIT

import Wire

/// One search of the simulated Elasticsearch.
struct ElasticSearch {
    private static let known: Set<String> = [
        "query", "post_filter", "aggs", "aggregations", "from", "size", "sort", "search_after", "pit", "highlight",
        "_source",
        "track_total_hits", "min_score", "timeout", "terminate_after", "explain",
    ]

    let index: ElasticIndex
    let flavor: ElasticSimulator.Flavor
    /// Whether the engine orders records by their position, in a point in time.
    let hasShardDocuments: Bool
    /// Whether the ids may be loaded into memory (`indices.id_field_data.enabled`).
    let hasIDFielddata: Bool

    private struct Found {
        let document: ElasticDocument
        let score: Double
        var keys: [JSON] = []
    }

    private struct SortField {
        let name: String
        let isDescending: Bool
        /// The path of the nested objects that contain it.
        let path: String?
    }

    func response(_ body: JSON) throws -> JSON {
        if let other = body.object?.keys.first(where: { !Self.known.contains($0) }) {
            throw ElasticFailure.parsing("Unknown key for a VALUE in [\(other)].")
        }
        let (from, size) = (body["from"]?.int ?? 0, body["size"]?.int ?? 10)
        guard from >= 0, size >= 0 else { throw ElasticFailure.argument("[from] parameter cannot be negative") }
        guard from + size <= index.window else {
            throw ElasticFailure.argument(
                "Result window is too large, from + size must be less than or equal to: [\(index.window)] but was [\(from + size)]."
                    + " See the scroll api for a more efficient way to request large data sets."
            )
        }
        guard body["search_after"] == nil || from == 0 else {
            throw ElasticFailure.argument("`from` parameter must be set to 0 when `search_after` is used")
        }
        let evaluator = ElasticEvaluator(index: index)
        let query = body["query"] ?? ["match_all": [:]]
        let least = body["min_score"]?.double ?? 0
        let matching = try index.documents.compactMap { document -> Found? in
            guard let score = try evaluator.score(query, document), score >= least else { return nil }
            return Found(document: document, score: score)
        }
        let aggregations = try (body["aggs"] ?? body["aggregations"]).map {
            try ElasticAggregator(index: index).results($0, matching.map(\.document))
        }
        var hits =
            try body["post_filter"].map { filter in
                try matching.filter { try evaluator.score(filter, $0.document) != nil }
            } ?? matching
        let total = hits.count
        hits = try sorted(hits, body)
        let shown = hits.dropFirst(from).prefix(size)
        let hitsJSON = try shown.map { try hit($0, body, query) }
        var inner = JSONObject()
        if body["track_total_hits"]?.bool ?? true { inner["total"] = ["value": JSON(total), "relation": "eq"] }
        inner["max_score"] = .null
        inner["hits"] = .array(Array(hitsJSON))
        var answer = JSONObject([
            ("took", 3), ("timed_out", false),
            ("_shards", ["total": 1, "successful": 1, "skipped": 0, "failed": 0]), ("hits", .object(inner)),
        ])
        answer["pit_id"] = body["pit"]?["id"]
        answer["aggregations"] = aggregations
        return .object(answer)
    }

    // MARK: - Order

    private func sorted(_ hits: [Found], _ body: JSON) throws -> [Found] {
        let keys = try (body["sort"]?.array ?? [["_score": "desc"]]).map { key -> SortField in
            guard let member = key.object?.members.first else { throw ElasticFailure.parsing("malformed sort") }
            let order =
                member.value.string ?? member.value["order"]?.string ?? (member.key == "_score" ? "desc" : "asc")
            try checkSort(member.key, member.value, body)
            return SortField(
                name: member.key,
                isDescending: order == "desc",
                path: member.value["nested"]?["path"]?.string
            )
        }
        var keyed = hits
        for place in keyed.indices { keyed[place].keys = try keys.map { try value($0, keyed[place]) } }
        func precedes(_ left: [JSON], _ right: [JSON]) -> Bool? {
            for (place, key) in keys.enumerated() where left[place] != right[place] {
                // Missing values are last, in every order.
                if left[place].isNull || right[place].isNull { return right[place].isNull }
                let isLess = Self.isLess(left[place], right[place])
                return key.isDescending ? !isLess : isLess
            }
            return nil
        }
        keyed.sort { precedes($0.keys, $1.keys) ?? ($0.document.place < $1.document.place) }
        guard let after = body["search_after"]?.array else { return keyed }
        guard after.count == keys.count else {
            throw ElasticFailure.argument("search_after has \(after.count) value(s) but sort has \(keys.count).")
        }
        return keyed.filter { precedes(after, $0.keys) ?? false }
    }

    private func checkSort(_ field: String, _ options: JSON, _ body: JSON) throws {
        switch field {
        case "_score", "_doc": return
        case "_id" where hasIDFielddata: return
        case "_shard_doc":
            guard hasShardDocuments, body["pit"] != nil else {
                throw ElasticFailure.argument("[_shard_doc] sort field cannot be used without [point in time]")
            }
        case "_id":
            throw ElasticFailure.argument("Fielddata access on the _id field is disallowed")
        default:
            guard let type = index.types[field] else {
                guard options["unmapped_type"] == nil else { return }
                throw ElasticFailure(
                    400,
                    "query_shard_exception",
                    "No mapping found for [\(field)] in order to sort on"
                )
            }
            guard type != "text" else {
                throw ElasticFailure.argument("Fielddata is disabled on [\(field)] in [\(index.name)].")
            }
        }
    }

    private func value(_ field: SortField, _ found: Found) throws -> JSON {
        switch field.name {
        case "_score": return .number(found.score)
        case "_shard_doc", "_doc": return JSON(found.document.place)
        default:
            let documents =
                try field.path.map { try index.objects(at: $0, of: found.document, "sort") } ?? [found.document]
            let values = documents.flatMap { index.values(field.name, $0) }.sorted(by: Self.isLess)
            return (field.isDescending ? values.last : values.first) ?? .null
        }
    }

    private static func isLess(_ left: JSON, _ right: JSON) -> Bool {
        if let left = left.double, let right = right.double { return left < right }
        return (left.string ?? left.text) < (right.string ?? right.text)
    }

    // MARK: - Records

    private func hit(_ found: Found, _ body: JSON, _ query: JSON) throws -> JSON {
        var hit = JSONObject([
            ("_index", .string(index.name)), ("_id", .string(found.document.id)), ("_score", .number(found.score)),
        ])
        hit["_source"] = source(found.document.source, body["_source"])
        if body["sort"] != nil || body["pit"] != nil { hit["sort"] = .array(found.keys) }
        if let highlight = body["highlight"] { hit["highlight"] = try highlights(highlight, found.document, query) }
        return .object(hit)
    }

    private func source(_ source: JSON, _ wanted: JSON?) -> JSON? {
        guard let wanted else { return source }
        if let truth = wanted.bool { return truth ? source : nil }
        if let other = wanted.object?.keys.first(where: { $0 != "includes" && $0 != "excludes" }) {
            preconditionFailure("this simulator does not know `\(other)` of `_source`")
        }
        let excludes = (wanted["excludes"]?.array ?? []).compactMap(\.string)
        let hasIncludes = wanted["includes"] != nil || wanted.array != nil
        func without(_ value: JSON, _ path: String) -> JSON {
            if let elements = value.array { return .array(elements.map { without($0, path) }) }
            guard let members = value.object?.members else { return value }
            let kept = members.filter { member in !excludes.contains { simulatedGlob($0, matches: path + member.key) } }
            return .object(JSONObject(kept.map { ($0.key, without($0.value, path + $0.key + ".")) }))
        }
        guard hasIncludes else { return without(source, "") }
        let includes = (wanted["includes"]?.array ?? wanted.array ?? []).compactMap(\.string)
        func cut(_ value: JSON, _ path: String) -> JSON? {
            guard let members = value.object?.members else { return nil }
            let kept = members.compactMap { member -> (String, JSON)? in
                let name = path + member.key
                if includes.contains(where: { simulatedGlob($0, matches: name) }) { return (member.key, member.value) }
                guard includes.contains(where: { $0.hasPrefix(name + ".") }) else { return nil }
                return cut(member.value, name + ".").map { (member.key, $0) }
            }
            return .object(JSONObject(kept))
        }
        return cut(without(source, ""), "")
    }

    private func highlights(_ options: JSON, _ document: ElasticDocument, _ query: JSON) throws -> JSON? {
        guard options["number_of_fragments"]?.int == 0, let open = options["pre_tags"]?.array?.first?.string,
            let close = options["post_tags"]?.array?.first?.string
        else { throw ElasticFailure.parsing("this simulator marks whole fields alone") }
        let matches = ElasticMatch.all(in: query, index)
        var result = JSONObject()
        for field in index.types.keys.sorted() where index.types[field] == "text" || index.types[field] == "keyword" {
            guard (options["fields"]?.object?.keys ?? []).contains(where: { simulatedGlob($0, matches: field) }) else {
                continue
            }
            let marked = index.values(field, document).compactMap { value in
                simulatedMarks(value.string ?? "", open, close) { word in
                    matches.compactMap { $0.marks(word, in: field) }.max()
                }
            }
            if !marked.isEmpty { result[field] = JSON(marked) }
        }
        return result.isEmpty ? nil : .object(result)
    }
}
