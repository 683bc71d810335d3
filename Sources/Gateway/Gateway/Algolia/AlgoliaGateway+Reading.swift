// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Bus
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension AlgoliaGateway {
    /// Answers `POST /1/indexes/INDEX/browse`.
    func browse(_ call: AlgoliaCall) async throws -> Response {
        let parameters = try await parameters(call)
        return try await ask([AlgoliaQuestion(.browse, index: call.index, parameters: parameters)], call).response
    }

    /// Answers `GET /1/indexes/INDEX/settings`.
    func settings(_ call: AlgoliaCall) async throws -> Response {
        try await ask([AlgoliaQuestion(.settings, index: call.index)], call).response
    }

    /// Answers `GET /1/indexes`.
    func indexes(_ call: AlgoliaCall) async throws -> Response {
        let answers = try await ask([AlgoliaQuestion(.indexes, index: "")], call)
        // A key for some indexes lists only these.
        var members = try JSON(parsing: answers.one).object ?? JSONObject()
        let items = (members["items"]?.array ?? []).filter { call.access.allows(index: $0["name"]?.string ?? "") }
        members["items"] = .array(items)
        return .json(.object(members))
    }

    /// Answers `POST /1/indexes/*/objects` with the records, and null for missing ones.
    func objects(_ call: AlgoliaCall) async throws -> Response {
        let requests = try await body(call)["requests"]?.array ?? []
        guard requests.count <= 1_000 else { throw AlgoliaError("requests: more than 1000 records") }
        for request in requests {
            guard let index = request["indexName"]?.string, call.access.allows(index: index) else {
                throw Self.notAllowed
            }
        }
        return try await ask([try Self.lookup(requests, call)], call).response
    }

    /// Answers `GET /1/indexes/INDEX/OBJECTID`.
    func object(_ call: AlgoliaCall) async throws -> Response {
        var request = JSONObject([("indexName", .string(call.index)), ("objectID", .string(call.object))])
        if let names = call.query.get("attributesToRetrieve") ?? call.query.get("attributes") {
            request["attributesToRetrieve"] = JSON(names.split(separator: ",").map(String.init))
        }
        let answers = try await ask([try Self.lookup([.object(request)], call)], call)
        guard let object = try JSON(parsing: answers.one)["results"]?.array?.first, !object.isNull else {
            throw AlgoliaError("ObjectID does not exist", status: 404)
        }
        return .json(object)
    }

    private static func lookup(_ requests: [JSON], _ call: AlgoliaCall) throws -> AlgoliaQuestion {
        // A key for only a part of the records must search for them.
        guard !call.access.hasFilters else { throw notAllowed }
        return AlgoliaQuestion(.objects, index: "", parameters: JSONObject([("requests", .array(requests))]))
    }
}
