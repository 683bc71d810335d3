// SPDX-License-Identifier: MIT

import Bus

extension EventLog {
    /// The last event of each topic in order of sequence, however many prefixes there are and pages it takes.
    ///
    /// - Throws: What `latest` throws.
    package func allLatest(_ query: LatestQuery) async throws -> [Event] {
        guard query.prefixes.count > LatestQuery.maximumPrefixes else { return try await pages(of: query) }
        var events: [Event] = []
        for start in stride(from: 0, to: query.prefixes.count, by: LatestQuery.maximumPrefixes) {
            var part = query
            part.prefixes = Array(query.prefixes[start...].prefix(LatestQuery.maximumPrefixes))
            events += try await pages(of: part)
        }
        return events.sorted { $0.sequence < $1.sequence }
    }

    private func pages(of query: LatestQuery) async throws -> [Event] {
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

extension TopicPrefix {
    /// The maximum number of prefixes of a `latest` command.
    private static let limit = 64

    /// Each prefix once, in order; where they are too many for a question, their kinds, which hold more than was asked for.
    static func bounded(_ prefixes: [TopicPrefix]) -> [TopicPrefix] {
        let each = Set(prefixes)
        let kinds = Set(each.map { TopicPrefix(kind: $0) })
        return (each.count <= limit ? each : kinds).sorted { $0.description < $1.description }
    }

    /// The prefix of the whole kind that another belongs to.
    private init(kind prefix: TopicPrefix) {
        let word = prefix.description.prefix { $0 != "/" }
        self = Topic.Kind(rawValue: String(word)).map { TopicPrefix($0) } ?? .all
    }
}
