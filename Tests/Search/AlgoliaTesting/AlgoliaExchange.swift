// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// Requests to a service with Algolia's protocol, and the meaning of its responses: the plan of the counts and
/// the dialect together, without a network.
public struct AlgoliaExchange {
    private let requests: [SearchRequest]
    private let batch: FacetingBatch
    private let dialect: AlgoliaDialect

    public init(_ requests: [SearchRequest], syntax: FilterSyntax = .lists, token: UInt64 = 7) {
        self.requests = requests
        batch = FacetingBatch(requests)
        dialect = AlgoliaDialect(filters: syntax, token: token)
    }

    public init(_ request: SearchRequest, syntax: FilterSyntax = .lists, token: UInt64 = 7) {
        self.init([request], syntax: syntax, token: token)
    }

    /// The first queries to the service.
    public func queries() throws -> [JSON] { try batch.requests.map { .object(try dialect.encode($0)) } }

    /// The positions of each request's own queries.
    public var ranges: [Range<Int>] { batch.ranges }

    /// The queries after the service has answered.
    public func countQueries(after answers: [JSON]) throws -> [JSON] {
        try batch.recounts(after: responses(answers, to: batch.requests)).map { .object(try dialect.encode($0)) }
    }

    /// The meaning of the responses for each request.
    public func results(from answers: [JSON], counts: [JSON] = []) -> [SearchResult] {
        let responses = responses(answers, to: batch.requests)
        return batch.results(
            from: responses,
            recounts: self.responses(counts, to: batch.recounts(after: responses))
        )
    }

    /// The result of each request if the service has failed.
    public func results(failing error: SearchBusError) -> [SearchResult] {
        batch.results(from: batch.requests.map { _ in .failure(error) })
    }

    /// The meaning of the responses for the first request.
    ///
    /// - Throws: `JSONError` if the response to its first query is invalid.
    public func response(from answers: [JSON], counts: [JSON] = []) throws -> SearchResponse {
        guard answers.count == batch.requests.count else { throw JSONError("\(answers.count) answers") }
        _ = try zip(answers, batch.requests).map { try dialect.decode($0, of: $1) }
        return try results(from: answers, counts: counts)[0].get()
    }

    private func responses(_ answers: [JSON], to requests: [SearchRequest]) -> [SearchResult] {
        zip(answers, requests).map { answer, request in
            Result { try dialect.decode(answer, of: request) }
                .mapError { SearchBusError(.backendFailed, "\($0)") }
        }
    }
}
