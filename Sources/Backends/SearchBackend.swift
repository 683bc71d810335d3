// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// What came of one request: an answer, or why there is none.
public typealias SearchResult = Result<SearchResponse, SearchBusError>

/// What answers search requests: an index in this process, or a service elsewhere.
public protocol SearchBackend: Sendable {
    /// Answers requests: as many results, in the same order. One call may ask several indexes.
    ///
    /// A request that cannot be answered fails alone, with `.backendFailed`, `.backendTimeout`, `.unknownIndex`,
    /// `.invalidArgument` or another code of the catalogue. Where the calling task is cancelled, requests that are not
    /// answered yet fail with `.cancelled`, and what a service was asked is broken off, down to the socket.
    func search(_ requests: [SearchRequest]) async -> [SearchResult]

    /// Whether the backend answers by computation alone, so that `searchNow` has an answer.
    var isImmediate: Bool { get }

    /// Answers requests on the calling thread, without waiting for anybody.
    ///
    /// - Returns: As many results, in the same order; `nil` from a backend that has to wait for others.
    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]?

    /// Does ahead of time what searches like these would have to wait for, such as opening indexes.
    ///
    /// What cannot be done is left to the searches, which then say why.
    func prepare(for requests: [SearchRequest]) async
}

extension SearchBackend {
    public var isImmediate: Bool { false }

    public func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? { nil }

    public func prepare(for requests: [SearchRequest]) async {}
}

extension SearchBusError {
    /// Why a request of a cancelled task has no answer.
    public static var searchCancelled: SearchBusError { SearchBusError(.cancelled, "The search was cancelled.") }
}
