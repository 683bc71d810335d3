// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Typesense as its documentation describes it, as far as searches go.
///
/// It has collections with schemas, `multi_search`, and the errors.
/// Words are found as they are typed, without typing errors.
///
/// Written from the documentation and independent of the client code.
public final class TypesenseSimulator: Sendable {
    private let key: String?
    private let collections = Mutex<[String: TypesenseCollection]>([:])

    /// - Parameter key: The key that each request must have; `nil` for none.
    public init(key: String? = nil) { self.key = key }

    public func reply(to request: SimulatedRequest) -> SimulatedReply {
        do {
            if let key, request.headers["x-typesense-api-key"] != key {
                throw TypesenseFailure(401, "Forbidden - a valid `x-typesense-api-key` header must be sent.")
            }
            return SimulatedReply(200, try collections.withLock { try answer(request, &$0) })
        } catch let failure as TypesenseFailure {
            return SimulatedReply(failure.code, ["message": .string(failure.message)])
        } catch { return SimulatedReply(500, ["message": .string("\(error)")]) }
    }

    private func answer(_ request: SimulatedRequest, _ collections: inout [String: TypesenseCollection]) throws -> JSON
    {
        let path = request.path
        switch (request.method, path.first ?? "", path.count) {
        case ("GET", "health", 1): return ["ok": true]
        case ("POST", "collections", 1):
            guard let name = request.json["name"]?.string else {
                throw TypesenseFailure(400, "Parameter `name` is required.")
            }
            collections[name] = try TypesenseCollection(schema: request.json)
            return request.json
        case ("DELETE", "collections", 2):
            collections[path[1]] = nil
            return [:]
        case ("GET", "collections", 2):
            guard let collection = collections[path[1]] else { throw TypesenseFailure(404, "Not Found") }
            return collection.schema
        case ("POST", "collections", 4):
            for line in request.body.split(separator: "\n") {
                try collections[path[1]]?.add(JSON(parsing: String(line)))
            }
            return ["success": true]
        case ("POST", "multi_search", 1):
            guard let searches = request.json["searches"]?.array, searches.count <= 50 else {
                throw TypesenseFailure(400, "Number of multi searches exceeds `limit_multi_searches` parameter.")
            }
            let known = collections
            return ["results": .array(searches.map { Self.result($0, known) })]
        default: throw TypesenseFailure(404, "Not Found")
        }
    }

    private static func result(_ search: JSON, _ collections: [String: TypesenseCollection]) -> JSON {
        do {
            guard let collection = collections[search["collection"]?.string ?? ""] else {
                throw TypesenseFailure(404, "Collection not found")
            }
            return try TypesenseSearch(search, collection).response()
        } catch let failure as TypesenseFailure {
            return ["code": JSON(failure.code), "error": .string(failure.message)]
        } catch { return ["code": 500, "error": "broken"] }
    }
}
