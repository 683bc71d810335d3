// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What ends a process that works with the log's servers.
extension SearchBusError {
    /// The servers have something else than this machine, or less.
    static func diverged(_ reason: String) -> SearchBusError {
        SearchBusError(
            .diverged,
            "The log's servers have lost entries that this machine has: \(reason).",
            remedy:
                "Bring the servers' data back; or move this machine's data directory away, and what the servers have lost is lost."
        )
    }

    /// NATS's library tries no more; the next process begins anew.
    public static let refused = SearchBusError(
        .journalUnavailable,
        "The log's servers have refused this machine again and again; NATS's library tries no more.",
        remedy: "The process is started again by itself; check the user and the credentials that the environment names."
    )

    /// NATS's library waits for ever; the next process makes a connection of its own.
    public static let stuck = SearchBusError(
        .journalUnavailable,
        "For 20 s nothing was heard of the log's servers, not even that they do not answer.",
        remedy: "The process is started again by itself; look whether the servers are reached."
    )
}
