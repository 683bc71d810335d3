// SPDX-License-Identifier: MIT

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

    /// NATS's library has stopped retrying; the next process starts over.
    public static let refused = SearchBusError(
        .journalUnavailable,
        "The log's servers have refused this machine repeatedly; NATS's library has stopped retrying.",
        remedy: "The process is started again by itself; check the user and the credentials that the environment names."
    )

    /// NATS's library waits forever; the next process opens its own connection.
    public static let stuck = SearchBusError(
        .journalUnavailable,
        "The log's servers have not responded for 20 s.",
        remedy: "The process is started again by itself; look whether the servers are reached."
    )
}
