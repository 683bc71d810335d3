// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// A service that speaks Algolia's search protocol: `POST /1/indexes/*/queries`, all queries in one exchange.
public struct AlgoliaService: Dialect {
    private let words: AlgoliaDialect
    private let parameters: ParameterSyntax

    public init(_ words: AlgoliaDialect = .standard, parameters: ParameterSyntax = .members) {
        self.words = words
        self.parameters = parameters
    }

    public var capabilities: BackendCapabilities { BackendCapabilities() }

    public func encode(_ request: SearchRequest) throws -> JSON {
        parameters.query(.object(try words.encode(request)))
    }

    public func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
        let body: JSON = ["requests": .array(queries), "strategy": "none"]
        return queries.isEmpty ? [] : [(.post("/1/indexes/*/queries", body), queries.count)]
    }

    public func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] {
        try reply.list("results").map { .success($0) }
    }

    public func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try words.decode(answer, of: request)
    }
}
