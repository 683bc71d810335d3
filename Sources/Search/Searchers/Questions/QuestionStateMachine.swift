// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Components

/// One session of those who ask by Algolia's interface: which questions wait, which are asked, which are answered.
///
/// A pure value. Every question gets exactly one answer: nothing is overtaken, whatever is asked after it. The questions of a
/// caller are asked in their order, those of several callers in turns, and they may end in another order where engines take
/// their time.
public struct QuestionStateMachine: Sendable {
    /// The questions of one request.
    struct Asked: Sendable {
        /// The sequence number of the request.
        let sequence: SequenceNumber
        let questions: [AlgoliaQuestion]
        let cause: Cause
        /// The identity of the log.
        var epoch = ""
        /// The caller, as far as the gateway can distinguish callers.
        var caller = ""
        /// The size of the request's JSON, in bytes.
        var byteCount = 0

        /// The size of the request in memory, about, in bytes: values take several times the bytes of their JSON.
        fileprivate var size: Int { 2_048 + 8 * byteCount }
    }

    /// The requests that have answers: those up to the last one, except the open ones.
    struct Answered: Equatable, Sendable {
        /// The last request that has an answer; answers may come in another order than requests.
        var last = SequenceNumber.zero
        /// The requests before the last one that have no answer.
        var open: Set<SequenceNumber> = []

        func contains(_ sequence: SequenceNumber) -> Bool { sequence <= last && !open.contains(sequence) }
    }

    /// The maximum number of requests of one caller in a session that are with engines at a time.
    static let maxInFlightPerCaller = 32
    /// The maximum number of requests of a session that are with engines at a time.
    static let maxInFlight = 128

    private var waiting = FairQueue<String, Asked>()
    private var inFlightCounts: [String: Int] = [:]
    /// The size of the requests that have no answer, in bytes.
    private(set) var byteCount = 0
    private var underWay: [Int: Asked] = [:]
    private var lastID = 0
    /// The requests that have answers.
    private(set) var answered: Answered

    /// - Parameter answered: The requests that have answers, as the last answer says.
    init(answered: Answered = Answered()) { self.answered = answered }

    /// Notes questions; those that are answered already are not asked again.
    mutating func ask(_ asked: Asked) {
        guard owes(asked.sequence) else { return }
        waiting.append(asked, of: asked.caller)
        byteCount += asked.size
    }

    /// Whether a request has no answer yet.
    func owes(_ sequence: SequenceNumber) -> Bool { !answered.contains(sequence) }

    /// Whether there is a question to begin.
    var wantsMore: Bool { underWay.count < Self.maxInFlight && waiting.contains(where: mayBegin) }

    private func mayBegin(_ caller: String) -> Bool { inFlightCounts[caller] ?? 0 < Self.maxInFlightPerCaller }

    /// Begins the next questions: those of the caller whose turn it is.
    mutating func begin() -> (id: Int, asked: Asked)? {
        guard underWay.count < Self.maxInFlight, let (caller, next) = waiting.popFirst(where: mayBegin) else {
            return nil
        }
        lastID += 1
        underWay[lastID] = next
        inFlightCounts[caller, default: 0] += 1
        return (lastID, next)
    }

    /// Questions have their answers.
    ///
    /// - Returns: The questions, and which requests have answers now; `nil` for an unknown id.
    mutating func end(_ id: Int) -> (asked: Asked, answered: Answered)? {
        guard let asked = underWay.removeValue(forKey: id) else { return nil }
        let others = inFlightCounts[asked.caller, default: 1] - 1
        inFlightCounts[asked.caller] = others > 0 ? others : nil
        byteCount -= asked.size
        return (asked, note(asked.sequence))
    }

    /// Notes that a request is answered, and returns which requests have answers now.
    mutating func note(_ sequence: SequenceNumber) -> Answered {
        answered.open.remove(sequence)
        answered.last = max(answered.last, sequence)
        for asked in waiting.elements where asked.sequence < answered.last { answered.open.insert(asked.sequence) }
        for asked in underWay.values where asked.sequence < answered.last { answered.open.insert(asked.sequence) }
        return answered
    }

    /// The oldest request without an answer.
    var pending: SequenceNumber? {
        [waiting.elements.lazy.map(\.sequence).min(), underWay.values.lazy.map(\.sequence).min()].compactMap(\.self)
            .min()
    }

    /// How many requests have no answer.
    var count: Int { waiting.count + underWay.count }
}
