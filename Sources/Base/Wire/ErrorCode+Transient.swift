// SPDX-License-Identifier: MIT

extension ErrorCode {
    /// Whether the same work may succeed later without a change to the work itself: an engine that is down, slow or busy, an
    /// index that another process writes to, a disk that is full or fails, a broker that is not reached.
    ///
    /// This is the one place that decides it. Such work is retried with backoff and shown in the status for as long as it
    /// takes; a cursor never moves past it. Other errors, such as a query that the engine does not understand, would
    /// recur.
    public var isTransient: Bool {
        switch self {
        case .backendFailed, .backendTimeout, .backendBusy, .busy, .storageFull, .storageFailed, .brokerUnavailable,
            .journalUnavailable, .receiverFailed:
            true
        default: false
        }
    }

    /// Whether the same request succeeds once the engine is corrected: the index exists, the key is valid.
    ///
    /// That says nothing about whether the engine is up. A searcher retries such searches by itself, since it is not notified when
    /// the engine has changed.
    public var isMendable: Bool { self == .unknownIndex || self == .backendDenied }
}
