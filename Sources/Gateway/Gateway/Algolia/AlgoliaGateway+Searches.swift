// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension AlgoliaGateway {
    /// Answers `POST /1/indexes/INDEX/query`, or `GET /1/indexes/INDEX?query=…`.
    func singleQuery(_ call: AlgoliaCall) async throws -> Response {
        let question = AlgoliaQuestion(.hits, index: call.index, parameters: try await parameters(call))
        return try await ask([question], call).response
    }

    /// The parameters of a query, one by one.
    static func parameters(_ members: JSONObject) throws(AlgoliaError) -> JSONObject {
        try ParameterValues(members).members
    }

    func parameters(_ call: AlgoliaCall) async throws -> JSONObject {
        guard call.request.method != .post else { return try Self.parameters(try await body(call)) }
        // Of repeated names the first one counts, as everywhere in a query.
        let members = call.query.map { (String($0.key), JSON.string(call.query.get(String($0.key)) ?? "")) }
        return try Self.parameters(JSONObject(members))
    }

    /// Answers `POST /1/indexes/INDEX/facets/ATTRIBUTE/query`.
    func facetValues(_ call: AlgoliaCall) async throws -> Response {
        var parameters = try await parameters(call)
        parameters["facetName"] = .string(call.names.attribute)
        return try await ask([AlgoliaQuestion(.facets, index: call.index, parameters: parameters)], call).response
    }

    /// Answers `POST /1/indexes/*/queries`: the answers are in the order of the queries.
    func multipleQueries(_ call: AlgoliaCall) async throws -> Response {
        let body = try await body(call)
        let name =
            body["strategy"].flatMap { $0.isNull ? nil : $0.string ?? "" } ?? AlgoliaQuestion.Strategy.none.rawValue
        guard let strategy = AlgoliaQuestion.Strategy(rawValue: name) else {
            throw AlgoliaError("strategy: `none` or `stopIfEnoughMatches` is expected")
        }
        let requests = try Self.requests(body)
        guard !requests.isEmpty else { return .json(["results": []]) }
        return try await ask(try requests.map { try Self.question($0, strategy, call) }, call).responseOfAll
    }

    /// Answers `POST /1/indexes/*/recommendations`: the answers are in the order of the requests.
    func recommendations(_ call: AlgoliaCall) async throws -> Response {
        let questions = try Self.requests(try await body(call)).map { request in
            let question = try AlgoliaRecommendation.question(request)
            guard call.access.allows(index: question.index) else { throw Self.notAllowed }
            return question
        }
        guard !questions.isEmpty else { return .json(["results": []]) }
        return try await ask(questions, call).responseOfAll
    }

    private static func requests(_ body: JSONObject) throws(AlgoliaError) -> [JSON] {
        let requests = body["requests"]?.array ?? []
        guard requests.count <= AlgoliaQuestion.limit else {
            throw AlgoliaError("requests: more than \(AlgoliaQuestion.limit) queries")
        }
        return requests
    }

    private static func question(
        _ request: JSON,
        _ strategy: AlgoliaQuestion.Strategy,
        _ call: AlgoliaCall
    ) throws -> AlgoliaQuestion {
        guard var members = request.object, let index = members["indexName"]?.string else {
            throw AlgoliaError("requests: a query has no indexName")
        }
        guard call.access.allows(index: index) else { throw notAllowed }
        let isFacetSearch = members["type"]?.string == "facet"
        if isFacetSearch { members["facetName"] = members["facet"] }
        for name in ["indexName", "type", "facet"] { members[name] = nil }
        let parameters = try parameters(members)
        var question = AlgoliaQuestion(isFacetSearch ? .facets : .hits, index: index, parameters: parameters)
        question.strategy = strategy
        return question
    }
}
