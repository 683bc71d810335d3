// SPDX-License-Identifier: MIT

import Bus

/// The sessions whose events are on their way off the log, and how much of each has gone.
///
/// A pure value. On the log itself their topics have hidden names: so a session disappears at once, and
/// its events follow a few at a time.
struct SessionRemovals {
    /// What the names of such topics begin with; no kind of topic is called so.
    static let prefix = "removed/"
    /// The channel of such topics.
    static let channel = prefix
    /// The channel of such topics that held questions or answers, whose share of the log they still take.
    static let questionChannel = prefix + "questions/"

    /// A topic whose events have yet to go.
    struct Leaving: Sendable, Hashable {
        let topic: Int64
        let isQuestion: Bool
        /// The session; `nil` for one that an earlier broker began to remove.
        let session: String?
    }

    struct Step {
        /// The topics that were looked at, with what went of each.
        var gone: [(topic: Leaving, events: Int, bytes: Int)] = []
        /// Those of them that are empty now, the last one being left or not.
        var emptied: Set<Int64> = []
    }

    /// What has yet to go, in order.
    private(set) var topics: [Leaving] = []
    private var progress: [String: (topics: Int, events: Int, bytes: Int)] = [:]

    var isEmpty: Bool { topics.isEmpty }

    /// Whether something of a session has yet to go.
    func contains(_ session: String) -> Bool { progress[session] != nil }

    /// The topics that held questions or answers, by row.
    var questionTopics: Set<Int64> { Set(topics.lazy.filter(\.isQuestion).map(\.topic)) }

    /// Whether a topic has such a name.
    static func holds(_ topic: String) -> Bool { topic.utf8.starts(with: prefix.utf8) }

    mutating func add(_ leaving: [Leaving]) {
        topics += leaving
        for case let session? in leaving.map(\.session) { progress[session, default: (0, 0, 0)].topics += 1 }
    }

    /// Notes what went; returns the sessions of which nothing is left.
    mutating func note(_ step: Step) -> [RemovedSession] {
        var finished: [RemovedSession] = []
        for (leaving, events, bytes) in step.gone {
            guard let session = leaving.session, var known = progress[session] else { continue }
            known.events += events
            known.bytes += bytes
            if step.emptied.contains(leaving.topic) { known.topics -= 1 }
            progress[session] = known.topics > 0 ? known : nil
            guard known.topics == 0 else { continue }
            finished.append(RemovedSession(session: session, events: known.events, bytes: known.bytes))
        }
        topics.removeAll { step.emptied.contains($0.topic) }
        return finished
    }
}
