// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Meilisearch as its documentation describes it, as far as searches go.
///
/// It has indexes with settings, `multi-search`, `facet-search`, and the errors.
/// Words are found as they are typed, without typing errors.
///
/// Written from the documentation and independent of the client code. It refuses unknown requests.
public final class MeilisearchSimulator: Sendable {
    private struct Failure: Error {
        let status: Int
        let code: String
        let message: String
    }

    private struct Index {
        var settings = JSONObject()
        var records: [JSON] = []
        /// The attribute that identifies documents, chosen with the first of them.
        var primaryKey: String?

        func names(_ setting: String) -> [String] { settings[setting]?.array?.compactMap(\.string) ?? [] }
    }

    private static let known: Set<String> = [
        "indexUid", "q", "filter", "facets", "page", "hitsPerPage", "attributesToRetrieve", "attributesToHighlight",
        "highlightPreTag", "highlightPostTag", "matchingStrategy", "sort", "attributesToSearchOn",
        "rankingScoreThreshold",
    ]

    private let key: String?
    private let refused: Set<String>
    private let indexes = Mutex<[String: Index]>([:])

    /// - Parameters:
    ///   - key: The key that each request must have; `nil` for none.
    ///   - refused: The actions that the key does not permit: `settings.get`, `indexes.get`.
    public init(key: String? = nil, refusing refused: Set<String> = []) {
        self.key = key
        self.refused = refused
    }

    public func reply(to request: SimulatedRequest) -> SimulatedReply {
        do {
            if let key, request.headers["authorization"] != "Bearer \(key)" {
                throw Failure(status: 403, code: "invalid_api_key", message: "The provided API key is invalid.")
            }
            return SimulatedReply(200, try indexes.withLock { try answer(request, &$0) })
        } catch let failure as Failure {
            return SimulatedReply(
                failure.status,
                [
                    "message": .string(failure.message), "code": .string(failure.code), "type": "invalid_request",
                    "link": "",
                ]
            )
        } catch { return SimulatedReply(500, ["message": .string("\(error)")]) }
    }

    private func answer(_ request: SimulatedRequest, _ indexes: inout [String: Index]) throws -> JSON {
        let path = request.path
        switch (request.method, path.first ?? "", path.last ?? "") {
        case ("GET", "health", _): return ["status": "available"]
        // Tasks are completed before the response.
        case ("GET", "tasks", let task): return ["uid": .string(task), "status": "succeeded"]
        case ("DELETE", "indexes", _):
            indexes[path[1]] = nil
            return ["taskUid": 1]
        case ("PATCH", "indexes", "settings"):
            var index = indexes[path[1]] ?? Index()
            for member in request.json.object?.members ?? [] { index.settings[member.key] = member.value }
            indexes[path[1]] = index
            return ["taskUid": 2]
        case ("GET", "indexes", "settings"):
            try check("settings.get")
            return .object(try index(path[1], indexes).settings)
        case ("GET", "indexes", let name) where path.count == 2:
            try check("indexes.get")
            return ["uid": .string(name), "primaryKey": JSON(try index(name, indexes).primaryKey)]
        case ("POST", "indexes", "documents"):
            var index = indexes[path[1]] ?? Index()
            try add(request.json.array ?? [], to: &index, primaryKey: request.query["primaryKey"])
            indexes[path[1]] = index
            return ["taskUid": 3]
        case ("POST", "indexes", "facet-search"): return try facetSearch(index(path[1], indexes), request.json)
        case ("POST", "multi-search", _):
            // One failing query fails them all.
            let results = try (request.json["queries"]?.array ?? []).enumerated().map { place, query -> JSON in
                do { return try search(index(query["indexUid"]?.string ?? "", indexes), query) } catch let failure
                    as Failure
                {
                    let message = "Inside `.queries[\(place)]`: \(failure.message)"
                    throw Failure(status: failure.status, code: failure.code, message: message)
                }
            }
            return ["results": .array(results)]
        default: throw Failure(status: 404, code: "not_found", message: "no such route")
        }
    }

    private func check(_ action: String) throws {
        guard refused.contains(action) else { return }
        throw Failure(status: 403, code: "invalid_api_key", message: "The provided API key is invalid.")
    }

    /// Adds documents; without a given primary key, it is the one attribute whose name ends with `id`.
    private func add(_ documents: [JSON], to index: inout Index, primaryKey: String?) throws {
        let candidates = (documents.first?.object?.keys ?? []).filter { $0.lowercased().hasSuffix("id") }
        guard let name = index.primaryKey ?? primaryKey ?? (candidates.count == 1 ? candidates[0] : nil) else {
            let message =
                "The primary key inference failed as the engine found \(candidates.count) fields ending with `id`."
            throw Failure(status: 400, code: "index_primary_key_multiple_candidates_found", message: message)
        }
        index.primaryKey = name
        for document in documents {
            guard let id = document[name], id.string != nil || id.int != nil else {
                let message = "Document identifier is invalid. A document identifier can be of type integer or string."
                throw Failure(status: 400, code: "invalid_document_id", message: message)
            }
            index.records.removeAll { $0[name] == id }
            index.records.append(document)
        }
    }

    private func index(_ name: String, _ indexes: [String: Index]) throws -> Index {
        guard let index = indexes[name] else {
            throw Failure(status: 404, code: "index_not_found", message: "Index `\(name)` not found.")
        }
        return index
    }

    // MARK: - Searches

    private func matching(_ index: Index, _ query: JSON) throws -> [JSON] {
        let words = simulatedWords(query["q"]?.string ?? "")
        let searched = index.names("searchableAttributes")
        let filter = MeilisearchFilter(filterable: index.names("filterableAttributes"))
        guard query["matchingStrategy"] == nil || query["matchingStrategy"] == "all" else {
            throw Failure(
                status: 400,
                code: "invalid_search_matching_strategy",
                message: "this simulator knows `all` alone"
            )
        }
        return try index.records.filter { record in
            let isAdmitted: Bool
            do { isAdmitted = try query["filter"].map { try filter.admits($0, record) } ?? true } catch let failure
                as MeilisearchFilter.Failure
            {
                throw Failure(status: 400, code: "invalid_search_filter", message: failure.message)
            }
            let known = searched.flatMap { record.values(at: $0) }.flatMap { simulatedWords($0.string ?? $0.text) }
            return isAdmitted
                && words.enumerated().allSatisfy { place, word in
                    known.contains { place == words.count - 1 ? $0.hasPrefix(word) : $0 == word }
                }
        }
    }

    private func search(_ index: Index, _ query: JSON) throws -> JSON {
        if let other = query.object?.keys.first(where: { !Self.known.contains($0) }) {
            throw Failure(status: 400, code: "bad_request", message: "Unknown field `\(other)`")
        }
        var records = try matching(index, query)
        for key in (query["sort"]?.array ?? []).compactMap(\.string).reversed() {
            let parts = key.split(separator: ":").map(String.init)
            guard index.names("sortableAttributes").contains(parts[0]) else {
                throw Failure(
                    status: 400,
                    code: "invalid_search_sort",
                    message: "Attribute `\(parts[0])` is not sortable."
                )
            }
            let keyed = records.map { ($0, $0.values(at: parts[0]).first?.double) }
            let sorted = keyed.enumerated().sorted { left, right in
                guard left.element.1 != right.element.1 else { return left.offset < right.offset }
                guard let first = left.element.1, let second = right.element.1 else { return left.element.1 != nil }
                return parts[1] == "asc" ? first < second : first > second
            }
            records = sorted.map(\.element.0)
        }
        guard let page = query["page"]?.int, let size = query["hitsPerPage"]?.int, page > 0 else {
            throw Failure(status: 400, code: "invalid_search_page", message: "this simulator knows pages alone")
        }
        let total = min(records.count, index.settings["pagination"]?["maxTotalHits"]?.int ?? 1_000)
        let shown = records.prefix(total).dropFirst((page - 1) * size).prefix(size)
        var answer = JSONObject([
            ("indexUid", query["indexUid"] ?? .null), ("hits", .array(shown.map { hit($0, query) })),
            ("query", query["q"] ?? ""),
            ("processingTimeMs", 1), ("page", JSON(page)), ("hitsPerPage", JSON(size)), ("totalHits", JSON(total)),
            ("totalPages", JSON(size == 0 ? 0 : (total + size - 1) / size)),
        ])
        if let facets = query["facets"]?.array?.compactMap(\.string) {
            let (distribution, stats) = try counts(facets, records, index)
            answer["facetDistribution"] = distribution
            answer["facetStats"] = stats
        }
        return .object(answer)
    }

    private func hit(_ record: JSON, _ query: JSON) -> JSON {
        let wanted = query["attributesToRetrieve"]?.array?.compactMap(\.string) ?? ["*"]
        func holds(_ names: [String], _ name: String) -> Bool {
            names.contains { $0 == "*" || $0 == name || name.hasPrefix($0 + ".") }
        }
        var hit = JSONObject()
        for member in record.object?.members ?? [] where holds(wanted, member.key) { hit[member.key] = member.value }
        guard let marked = query["attributesToHighlight"]?.array?.compactMap(\.string),
            let open = query["highlightPreTag"]?.string,
            let close = query["highlightPostTag"]?.string
        else { return .object(hit) }
        let words = simulatedWords(query["q"]?.string ?? "")
        func mark(_ value: JSON) -> JSON {
            if let elements = value.array { return .array(elements.map(mark)) }
            if let object = value.object { return .object(JSONObject(object.members.map { ($0.key, mark($0.value)) })) }
            // Numbers and booleans become texts.
            let text = value.string ?? value.text
            let found = simulatedMarks(text, open, close) { word in
                words.enumerated().compactMap { place, typed in
                    place == words.count - 1
                        ? (word.hasPrefix(typed) ? typed.count : nil) : (word == typed ? typed.count : nil)
                }.max()
            }
            return .string(found ?? text)
        }
        let formatted = hit.members.map { ($0.key, holds(marked, $0.key) ? mark($0.value) : $0.value) }
        hit["_formatted"] = .object(JSONObject(formatted))
        return .object(hit)
    }

    // MARK: - Values

    private func counts(_ facets: [String], _ records: [JSON], _ index: Index) throws -> (JSON, JSON) {
        var (distribution, stats) = (JSONObject(), JSONObject())
        let most = index.settings["faceting"]?["maxValuesPerFacet"]?.int ?? 100
        for facet in facets {
            guard index.names("filterableAttributes").contains(where: { $0 == facet || facet.hasPrefix($0 + ".") })
            else {
                let message = "Invalid facet distribution: Attribute `\(facet)` is not filterable."
                throw Failure(status: 400, code: "invalid_search_facets", message: message)
            }
            let found = values(facet, records)
            let byName = found.sorted { $0.key.lowercased() < $1.key.lowercased() }
            distribution[facet] = .object(JSONObject(byName.prefix(most).map { ($0.key, JSON($0.value)) }))
            let numbers = records.flatMap { $0.values(at: facet) }.compactMap(\.double)
            if let low = numbers.min(), let high = numbers.max() {
                stats[facet] = ["min": .number(low), "max": .number(high)]
            }
        }
        return (.object(distribution), .object(stats))
    }

    private func values(_ facet: String, _ records: [JSON]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for record in records {
            for value in Set(record.values(at: facet).map { $0.string ?? $0.text }) { counts[value, default: 0] += 1 }
        }
        return counts
    }

    private func facetSearch(_ index: Index, _ query: JSON) throws -> JSON {
        guard let facet = query["facetName"]?.string, index.names("filterableAttributes").contains(facet) else {
            throw Failure(
                status: 400,
                code: "invalid_facet_search_facet_name",
                message: "Attribute is not facet-searchable."
            )
        }
        let words = simulatedWords(query["facetQuery"]?.string ?? "")
        let found = values(facet, try matching(index, query)).filter { value, _ in
            words.allSatisfy { word in simulatedWords(value).contains { $0.hasPrefix(word) } }
        }
        let hits = found.sorted { $0.key < $1.key }.map { ["value": .string($0.key), "count": JSON($0.value)] as JSON }
        return ["facetHits": .array(hits), "facetQuery": query["facetQuery"] ?? .null, "processingTimeMs": 0]
    }
}
