// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Elasticsearch and OpenSearch as their documentation describes them, as far as searches go: indexes with mappings, bulk indexing,
/// `_msearch` and `_search`, points in time, and the errors.
///
/// Written from the documentation of both and independent of the client code. It refuses unknown requests.
public final class ElasticSimulator: Sendable {
    public enum Flavor: Sendable {
        case elasticsearch, opensearch
    }

    private struct State {
        var indexes: [String: ElasticIndex] = [:]
        var points: [String: ElasticIndex] = [:]
        var opened = 0
        var refusals: [String: ElasticFailure] = [:]
    }

    private let flavor: Flavor
    private let authorization: String?
    private let hidesMappings: Bool
    private let version: String
    private let hasIDFielddata: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - flavor: Which engine.
    ///   - authorization: The required header of each request; `nil` for none.
    ///   - hidesMappings: Whether the key that is used permits searching alone.
    ///   - version: The engine's version.
    ///   - hasIDFielddata: Whether ids may be loaded into memory; `nil` for the engine's default.
    public init(
        _ flavor: Flavor,
        authorization: String? = nil,
        hidesMappings: Bool = false,
        version: String? = nil,
        hasIDFielddata: Bool? = nil
    ) {
        self.version = version ?? (flavor == .elasticsearch ? "9.1.0" : "3.3.0")
        self.hasIDFielddata = hasIDFielddata ?? (flavor == .opensearch)
        self.hidesMappings = hidesMappings
        self.flavor = flavor
        self.authorization = authorization
    }

    /// How many points in time are open.
    public var openPoints: Int { state.withLock { $0.points.count } }

    /// Has an index reject all searches, as an overloaded engine does.
    public func overload(_ index: String) {
        let failure = ElasticFailure(
            429,
            "es_rejected_execution_exception",
            "rejected execution of coordinating operation"
        )
        state.withLock { $0.refusals[index] = failure }
    }

    public func reply(to request: SimulatedRequest) -> SimulatedReply {
        if let authorization, request.headers["authorization"] != authorization {
            let failure = ElasticFailure(
                401,
                "security_exception",
                "missing authentication credentials for REST request"
            )
            return SimulatedReply(401, failure.json)
        }
        do { return SimulatedReply(200, try state.withLock { try answer(request, &$0) }) } catch let failure
            as ElasticFailure
        {
            return SimulatedReply(failure.status, failure.json)
        } catch { return SimulatedReply(500, ["error": .string("\(error)"), "status": 500]) }
    }

    private func answer(_ request: SimulatedRequest, _ state: inout State) throws -> JSON {
        let path = request.path
        switch (request.method, path.count, path.last ?? "") {
        case ("GET", 0, _):
            return ["name": "simulated", "version": ["number": .string(version)], "tagline": "You Know, for Search"]
        case ("PUT", 1, let name):
            let settings = request.json["settings"]?["index"]
            let window = settings?["max_result_window"]?.int ?? 10_000
            let properties = request.json["mappings"]?["properties"] ?? [:]
            state.indexes[name] = ElasticIndex(name, properties: properties, window: window)
            return ["acknowledged": true, "index": .string(name)]
        case ("DELETE", 1, "_pit"), ("DELETE", 2, "point_in_time"): return try closePoint(request, &state)
        case ("DELETE", 1, let name):
            state.indexes[name] = nil
            return ["acknowledged": true]
        case ("GET", 2, "_mapping") where hidesMappings:
            let reason = "action [indices:admin/mappings/get] is unauthorized for API key id [abc]"
            throw ElasticFailure(403, "security_exception", reason)
        case ("GET", 2, "_mapping"):
            let index = try index(path[0], state)
            return .object(JSONObject([(index.name, ["mappings": ["properties": index.properties]])]))
        case ("POST", 2, "_bulk"): return try bulk(path[0], request.body, &state)
        case ("POST", 1, "_msearch"): return try searches(request, state)
        case ("POST", 1, "_search"): return try pointSearch(request, state)
        case ("POST", 2, "_pit") where flavor == .elasticsearch: return ["id": .string(try openPoint(request, &state))]
        case ("POST", 3, "point_in_time") where flavor == .opensearch:
            return ["pit_id": .string(try openPoint(request, &state)), "creation_time": 1]
        default:
            throw ElasticFailure.argument(
                "no handler found for uri [/\(path.joined(separator: "/"))] and method [\(request.method)]"
            )
        }
    }

    private func search(_ index: ElasticIndex) -> ElasticSearch {
        let parts = version.split(separator: ".").compactMap { Int($0) }
        let isNew = flavor == .elasticsearch || parts[0] * 100 + parts[1] >= 303
        return ElasticSearch(
            index: index,
            flavor: flavor,
            hasShardDocuments: isNew,
            hasIDFielddata: hasIDFielddata
        )
    }

    private func index(_ name: String, _ state: State) throws -> ElasticIndex {
        if let failure = state.refusals[name] { throw failure }
        guard let index = state.indexes[name] else {
            throw ElasticFailure(404, "index_not_found_exception", "no such index [\(name)]")
        }
        return index
    }

    private func bulk(_ name: String, _ body: String, _ state: inout State) throws -> JSON {
        var index = try index(name, state)
        var lines = body.split(separator: "\n", omittingEmptySubsequences: true)[...]
        while let action = lines.popFirst() {
            guard let id = (try? JSON(parsing: String(action)))?["index"]?["_id"]?.string, let line = lines.popFirst(),
                let source = try? JSON(parsing: String(line))
            else { throw ElasticFailure.argument("Malformed action/metadata line") }
            try index.index(source, id: id)
        }
        state.indexes[name] = index
        return ["errors": false, "items": []]
    }

    private func searches(_ request: SimulatedRequest, _ state: State) throws -> JSON {
        guard request.headers["content-type"]?.hasPrefix("application/x-ndjson") == true, request.body.hasSuffix("\n")
        else {
            throw ElasticFailure.argument("The msearch request must be terminated by a newline [\\n]")
        }
        let lines = request.body.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard lines.count.isMultiple(of: 2), !lines.isEmpty else {
            throw ElasticFailure(400, "action_request_validation_exception", "Validation Failed: 1: no requests added;")
        }
        let responses = stride(from: 0, to: lines.count, by: 2).map { place -> JSON in
            do {
                guard let header = try? JSON(parsing: lines[place]), let body = try? JSON(parsing: lines[place + 1])
                else {
                    throw ElasticFailure(400, "x_content_parse_exception", "not JSON")
                }
                let known: Set<String> = [
                    "index", "preference", "routing", "search_type", "request_cache", "ignore_unavailable",
                ]
                guard (header.object?.keys ?? []).allSatisfy(known.contains) else {
                    throw ElasticFailure.argument("key is not supported in the metadata section")
                }
                let index = try index(header["index"]?.string ?? "", state)
                var answer = try search(index).response(body).object ?? JSONObject()
                answer["status"] = 200
                return .object(answer)
            } catch let failure as ElasticFailure { return failure.json } catch { return .null }
        }
        return ["took": 3, "responses": .array(responses)]
    }

    // MARK: - Points in time

    private func openPoint(_ request: SimulatedRequest, _ state: inout State) throws -> String {
        guard request.query["keep_alive"] != nil else { throw ElasticFailure.argument("[keep_alive] is not specified") }
        state.opened += 1
        let id = "point-\(state.opened)=="
        state.points[id] = try index(request.path[0], state)
        return id
    }

    private func closePoint(_ request: SimulatedRequest, _ state: inout State) throws -> JSON {
        let id = flavor == .elasticsearch ? request.json["id"]?.string : request.json["pit_id"]?.array?.first?.string
        guard let id, state.points.removeValue(forKey: id) != nil else {
            throw ElasticFailure(404, "search_context_missing_exception", "No search context found")
        }
        return ["succeeded": true, "num_freed": 1]
    }

    private func pointSearch(_ request: SimulatedRequest, _ state: State) throws -> JSON {
        guard let id = request.json["pit"]?["id"]?.string, let index = state.points[id] else {
            throw ElasticFailure(404, "search_context_missing_exception", "No search context found for id [1]")
        }
        return try search(index).response(request.json)
    }
}
