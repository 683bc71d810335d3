// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

extension EventLog {
    /// Appends a component's turn, waiting as long as the broker cannot write.
    ///
    /// A full disk stops acknowledgements, not components: the same append is made again until there is room.
    ///
    /// - Throws: What `append` throws for every other reason.
    package func appendPersistently(
        _ events: [EventDraft],
        id: String,
        moving moves: [CursorMove]
    ) async throws {
        while true {
            do {
                _ = try await append(events, id: id, moving: moves)
                return
            } catch let error as SearchBusError where error.code == .storageFull || error.code == .storageFailed {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }
}
