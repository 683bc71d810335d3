// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// What answers search requests: an index in this process, or a service elsewhere.
public protocol SearchBackend: Sendable {
    /// Answers requests, as many and in the same order.
    ///
    /// One call may ask several indexes.
    ///
    /// - Throws: `SearchBusError` with `.backendFailed`, `.backendTimeout`, `.unknownIndex` or `.invalidArgument`;
    ///   `CancellationError` where the calling task was cancelled. Either no request is answered or all are.
    func search(_ requests: [SearchRequest]) async throws -> [SearchResponse]
}
