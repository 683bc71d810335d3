// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
            .journalUnavailable:
            true
        default: false
        }
    }

    /// Whether what failed succeeds once somebody has mended the engine: the index is made, the key is let in.
    ///
    /// That says nothing about whether the engine is up. A searcher tries such searches again by itself where nobody tells it when
    /// the engine has changed.
    public var isMendable: Bool { self == .unknownIndex || self == .backendDenied }
}
