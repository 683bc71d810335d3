// SPDX-License-Identifier: MIT

import Bus

/// What questions and their answers take of the log: a share of its limit, so that they cost no session its events.
///
/// Each is asked once, answered once and read once, at once; a busy interface makes tens of megabytes of them a second.
struct QuestionShare {
    private static let exchanges = Topic.Kind.allCases.compactMap(\.exchangeChannel)
    static let questions = exchanges.filter(\.isRequests).map(\.name)
    static let channels = exchanges.map(\.name)
    /// What an event takes beside its body, for its place, its topic and its receipt, about.
    private static let overhead = 256

    /// What they take, in bytes.
    private(set) var bytes = 0
    /// Those up to here may have been removed.
    var trimmed = SequenceNumber.zero
    /// None of them is left up to here.
    var seen = SequenceNumber.zero

    /// How many bytes they may take of a log that may take so many.
    static func limit(of retention: Int) -> Int { retention / 4 }

    /// How many bytes are left of them where they were too many: somewhat less, so that many go at once.
    static func goal(below limit: Int) -> Int { limit - limit / 32 }

    /// Whether a topic is one of questions or of answers.
    static func holds(_ topic: String) -> Bool { channels.contains { topic.utf8.starts(with: $0.utf8) } }

    /// Whether some topic under the prefixes is.
    static func touches(_ prefixes: [TopicPrefix]) -> Bool {
        channels.contains { channel in prefixes.contains { $0.touchesChannel(channel) } }
    }

    /// What an event takes whose body has so many bytes.
    static func weight(ofBody size: Int) -> Int { size + overhead }

    /// Notes one that was stored.
    mutating func add(bodyOf size: Int, at sequence: SequenceNumber) {
        if bytes == 0 { seen = SequenceNumber(rawValue: sequence.rawValue - 1) }
        bytes += Self.weight(ofBody: size)
    }

    /// Notes a removed one.
    mutating func remove(bodyOf size: Int) { bytes = max(bytes - Self.weight(ofBody: size), 0) }

    /// Notes so many removed ones.
    mutating func remove(_ count: Int, bodiesOf size: Int) { bytes = max(bytes - size - count * Self.overhead, 0) }

    /// What is on a log that is opened, where those up to `trimmed` may have been removed.
    static func found(count: Int, bodiesOf size: Int, first: SequenceNumber, trimmed: SequenceNumber) -> QuestionShare {
        let seen = SequenceNumber(rawValue: max(first.rawValue, 1) - 1)
        return QuestionShare(bytes: size + count * overhead, trimmed: trimmed, seen: seen)
    }
}
