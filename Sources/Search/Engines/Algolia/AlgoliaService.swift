// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// A service that speaks Algolia's search protocol: `POST /1/indexes/*/queries`, all queries in one exchange.
struct AlgoliaService: Dialect {
    private let words: AlgoliaDialect
    private let parameters: ParameterSyntax

    init(_ words: AlgoliaDialect = .standard, parameters: ParameterSyntax = .members) {
        self.words = words
        self.parameters = parameters
    }

    var capabilities: BackendCapabilities { BackendCapabilities() }

    func encode(_ request: SearchRequest) throws -> JSON {
        parameters.query(.object(try words.encode(request)))
    }

    func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
        let body: JSON = ["requests": .array(queries), "strategy": "none"]
        return queries.isEmpty ? [] : [(.post("/1/indexes/*/queries", body), queries.count)]
    }

    func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] {
        try reply.list("results").map { .success($0) }
    }

    func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try words.decode(answer, of: request)
    }
}
