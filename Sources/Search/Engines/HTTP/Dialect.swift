// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// How an engine that is asked over HTTP writes questions and answers.
///
/// Pure: values in, values out. `HTTPBackend` sends and receives.
protocol Dialect: Sendable {
    /// What the engine does by itself.
    var capabilities: BackendCapabilities { get }

    /// A request as the engine's query.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for what the engine has no words for.
    func encode(_ request: SearchRequest) throws -> JSON

    /// The exchanges that ask queries, each with how many of them it asks, in their order.
    func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)]

    /// How a query is asked that takes several exchanges, one after another; `nil` for one that goes with the others.
    func walk(for query: JSON) -> (any ExchangeWalk)?

    /// The answers in what one exchange brought, as many as it asked and in the same order; an `EngineRefusal` for a query that
    /// the engine refuses while it answers others.
    ///
    /// - Throws: `JSONError` for a form that is not understood, which fails all of them.
    func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>]

    /// An answer as the results of the request that was asked.
    ///
    /// - Throws: `JSONError` that names the member which is missing or of the wrong kind.
    func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse

    /// What the engine says in an answer that is a refusal.
    func words(of refusal: JSON) -> String?

    /// The questions what an index is like; none where the engine cannot tell.
    func descriptionExchanges(of index: String) -> [HTTPExchange]

    /// What an index is like.
    ///
    /// - Parameters:
    ///   - replies: The answers to the questions, in their order; `nil` for one that the key may not ask, and for a further one that is
    ///     refused. At least one is there.
    ///   - index: The index.
    /// - Returns: Its shape.
    /// - Throws: `JSONError` for a form that is not understood.
    func description(in replies: [JSON?], of index: String) throws -> IndexShape
}

extension Dialect {
    func walk(for query: JSON) -> (any ExchangeWalk)? { nil }
    func words(of refusal: JSON) -> String? { refusal["message"]?.string ?? refusal["error"]?.string }
    func descriptionExchanges(of index: String) -> [HTTPExchange] { [] }
    func description(in replies: [JSON?], of index: String) throws -> IndexShape { IndexShape(attributes: []) }
}
