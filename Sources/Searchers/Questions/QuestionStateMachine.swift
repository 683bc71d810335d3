// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Bus
import Components

/// One session of those who ask by Algolia's interface: which questions wait, which are asked, which are answered.
///
/// A pure value. Every question gets exactly one answer: nothing is overtaken, whatever is asked after it. Questions are
/// asked in their order, and may end in another one where engines take their time.
public struct QuestionStateMachine: Sendable {
    /// The questions of one request.
    struct Asked: Sendable {
        /// Where the request stands on the log.
        let sequence: SequenceNumber
        let questions: [AlgoliaQuestion]
        let cause: Cause
        /// The identity of the log.
        var epoch = ""
    }

    /// How many requests of a session may be with engines at a time.
    static let limit = 32

    private var waiting: ArraySlice<Asked> = []
    private var underWay: [Int: Asked] = [:]
    private var lastID = 0
    /// The last request that is answered, and those before it that are not.
    private var answered = SequenceNumber.zero
    private var open: Set<SequenceNumber> = []

    init() {}

    /// Takes up what the last answer says of those before it.
    init(answered: SequenceNumber, open: Set<SequenceNumber>) {
        self.answered = answered
        self.open = open
    }

    /// Notes questions; those that are answered already are not asked again.
    mutating func ask(_ asked: Asked) {
        if owes(asked.sequence) { waiting.append(asked) }
    }

    /// Whether a request has no answer yet.
    func owes(_ sequence: SequenceNumber) -> Bool { sequence > answered || open.contains(sequence) }

    /// Whether there is a question to begin.
    var wantsMore: Bool { !waiting.isEmpty && underWay.count < Self.limit }

    /// Begins the next questions.
    mutating func begin() -> (id: Int, asked: Asked)? {
        guard wantsMore, let next = waiting.popFirst() else { return nil }
        lastID += 1
        underWay[lastID] = next
        return (lastID, next)
    }

    /// Questions have their answers.
    ///
    /// - Returns: The questions, and which requests before the last answered one are still open; `nil` for an unknown id.
    mutating func end(_ id: Int) -> (asked: Asked, open: [SequenceNumber])? {
        guard let asked = underWay.removeValue(forKey: id) else { return nil }
        return (asked, note(asked.sequence))
    }

    /// Notes that a request is answered; answers which before the last answered one are not.
    mutating func note(_ sequence: SequenceNumber) -> [SequenceNumber] {
        open.remove(sequence)
        let last = max(answered, sequence)
        for asked in waiting + underWay.values where asked.sequence < last { open.insert(asked.sequence) }
        answered = last
        return open.sorted()
    }

    /// The oldest request without an answer.
    var pending: SequenceNumber? {
        [waiting.lazy.map(\.sequence).min(), underWay.values.lazy.map(\.sequence).min()].compactMap(\.self).min()
    }

    /// How many requests have no answer.
    var count: Int { waiting.count + underWay.count }
    /// The last request that is answered.
    var lastAnswered: SequenceNumber { answered }
}
