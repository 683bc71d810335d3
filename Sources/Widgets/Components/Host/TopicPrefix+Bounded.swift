// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus

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
