// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What ends a broker that follows a journal.
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

    /// NATS's library waits for ever; the next broker makes a connection of its own.
    static let stuck = SearchBusError(
        .journalUnavailable,
        "For 20 s nothing was heard of the log's servers, not even that they do not answer.",
        remedy: "The broker is started again by itself; look whether the servers are reached."
    )
}
