// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus

extension EventLog {
    /// The last event of each topic, however many pages that takes.
    ///
    /// - Throws: What `latest` throws.
    package func allLatest(_ query: LatestQuery) async throws -> [Event] {
        var query = query
        var events: [Event] = []
        while true {
            let page = try await latest(query)
            events += page.events
            guard page.hasMore, let last = page.events.last else { return events }
            query.after = last.sequence
        }
    }
}
