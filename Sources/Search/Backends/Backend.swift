// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A search engine behind searchers: how it is asked in its own words, and what its answers mean.
///
/// A backend is three steps, of which two are pure: a request is mapped to the engine's query, the engine is asked, its answer
/// is mapped to results. `BackendService` does the rest for every engine: it plans counts that the engine does not make by itself
/// (`FacetingPlan`), keeps one failure one failure, and stops asking an engine that is down (`CircuitBreaker`).
///
/// An engine that takes and gives what Algolia's does is a `DefaultBackend`, which has one method.
public protocol Backend: Sendable {
    /// A question as the engine takes it.
    associatedtype Query: Sendable
    /// What the engine says to one question.
    associatedtype Answer: Sendable

    /// What the engine does by itself; what it does not is planned around it.
    var capabilities: BackendCapabilities { get }

    /// A request in the engine's words.
    ///
    /// Pure. Values reach the query as data: nothing of a request may become syntax.
    ///
    /// - Throws: An error for what the engine cannot be asked; the request fails alone, with it.
    func map(request: SearchRequest) throws -> Query

    /// Asks the engine one question.
    ///
    /// - Throws: `SearchBusError`, or any other error, which is reported as `.backendFailed`. A cancelled task's request is broken
    ///   off.
    func search(_ query: Query) async throws -> Answer

    /// Asks the engine several questions, in one exchange where it can.
    ///
    /// - Returns: As many results, in the same order. The standard form asks all of them at once, each by itself.
    func search(_ queries: [Query]) async -> [Result<Answer, any Error>]

    /// An answer as the results of the request that was asked.
    ///
    /// Pure. Counts are wanted under all of the request's filters, unless the engine says that it makes others
    /// (`BackendCapabilities.countsDisjunctively`).
    ///
    /// - Throws: An error for an answer that makes no sense, such as a `JSONError` that names the member.
    func map(answer: Answer, of request: SearchRequest) throws -> SearchResponse

    /// What attributes an index has; the standard form cannot tell.
    func describe(_ index: String) async throws -> IndexShape?
}

extension Backend {
    public var capabilities: BackendCapabilities { BackendCapabilities() }

    public func search(_ queries: [Query]) async -> [Result<Answer, any Error>] {
        guard queries.count != 1 else { return [await result(of: queries[0])] }
        return await withTaskGroup(of: (Int, Result<Answer, any Error>).self) { group in
            for (place, query) in queries.enumerated() {
                group.addTask { (place, await result(of: query)) }
            }
            var results: [Int: Result<Answer, any Error>] = [:]
            for await (place, result) in group { results[place] = result }
            return queries.indices.map { results[$0] ?? .failure(SearchBusError.searchCancelled) }
        }
    }

    private func result(of query: Query) async -> Result<Answer, any Error> {
        do { return .success(try await search(query)) } catch { return .failure(error) }
    }

    public func describe(_ index: String) async throws -> IndexShape? { nil }
}
