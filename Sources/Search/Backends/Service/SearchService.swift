// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// What came of one request: an answer, or why there is none.
public typealias SearchResult = Result<SearchResponse, SearchBusError>

/// What a searcher asks: an engine of any kind, which answers requests.
///
/// Engines are written as a `Backend`, and made a service by `BackendService`.
public protocol SearchService: Sendable {
    /// Answers requests: as many results, in the same order. One call may ask several indexes.
    ///
    /// A request that cannot be answered fails alone, with `.backendFailed`, `.backendTimeout`, `.unknownIndex`,
    /// `.invalidArgument` or another code of the catalogue. Where the calling task is cancelled, requests that are not
    /// answered yet fail with `.cancelled`, and what a service was asked is broken off, down to the socket.
    func search(_ requests: [SearchRequest]) async -> [SearchResult]

    /// Whether the service answers by computation alone, so that `searchNow` has an answer.
    var isImmediate: Bool { get }

    /// Answers requests on the calling thread, without waiting for anybody.
    ///
    /// - Returns: As many results, in the same order; `nil` from a service that has to wait for others.
    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]?

    /// Answers requests on the calling thread for as long as a budget lasts.
    ///
    /// - Parameters:
    ///   - requests: What is searched for.
    ///   - budget: What all of them together may cost; where it is spent, those that were not answered fail with `.tooLarge`.
    /// - Returns: As many results, in the same order; `nil` from a service that has to wait for others.
    func searchNow(_ requests: [SearchRequest], within budget: WorkBudget) -> [SearchResult]?

    /// Does ahead of time what searches like these would have to wait for, such as opening indexes.
    ///
    /// What cannot be done is left to the searches, which then say why.
    func prepare(for requests: [SearchRequest]) async

    /// How the engine is, as far as its last answers tell; `nil` from a service that is part of this process.
    var health: BackendHealth? { get }

    /// Whether answers of a searched index depend on another name: its own, or that of the index whose records it has in another
    /// order.
    ///
    /// An index that is not there depends on every name: whatever has changed may be the cause.
    func isIndex(_ name: String, dependentOn changed: String) -> Bool

    /// What attributes an index has; `nil` from an engine that cannot tell.
    ///
    /// - Throws: `SearchBusError`, with `.unknownIndex` for an index that is not there.
    func describe(_ index: String) async throws -> IndexShape?

    /// The names of indexes that change from now on, as the engine tells them; an empty text where any may have changed meanwhile.
    ///
    /// `nil` from an engine without notifications. Each call listens separately, until its reader ends.
    var changes: AsyncStream<String>? { get }

    /// What can be asked of the engine's indexes beside searches; `nil` from one that can only be searched.
    var catalog: (any IndexCatalog)? { get }
}

extension SearchService {
    public var isImmediate: Bool { false }

    public func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? { nil }

    public func searchNow(_ requests: [SearchRequest], within budget: WorkBudget) -> [SearchResult]? {
        searchNow(requests)
    }

    public func prepare(for requests: [SearchRequest]) async {}

    public var health: BackendHealth? { nil }

    public var catalog: (any IndexCatalog)? { nil }

    public func isIndex(_ name: String, dependentOn changed: String) -> Bool { name == changed }

    public func describe(_ index: String) async throws -> IndexShape? { nil }

    public var changes: AsyncStream<String>? { nil }
}

extension SearchBusError {
    /// Why a request of a cancelled task has no answer.
    public static var searchCancelled: SearchBusError { SearchBusError(.cancelled, "The search was cancelled.") }
}
