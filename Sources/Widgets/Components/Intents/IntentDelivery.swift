// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Appends the intents of a session, and waits for their outcomes: the same for HTTP and for commands.
public struct IntentDelivery: Sendable {
    private let log: any EventLog
    private let source: String
    private let outcomes: OutcomeBoard
    private let timeout: Duration
    private let onAppend: @Sendable (_ count: Int, _ time: Duration) -> Void

    /// - Parameters:
    ///   - log: The bus.
    ///   - source: The program that sends the intents.
    ///   - outcomes: The receiver of the outcomes, fed by a subscription that is in force.
    ///   - timeout: How long outcomes are waited for.
    ///   - onAppend: Called after each append, for the metrics.
    public init(
        log: any EventLog,
        source: String,
        outcomes: OutcomeBoard,
        timeout: Duration,
        onAppend: @escaping @Sendable (_ count: Int, _ time: Duration) -> Void = { _, _ in }
    ) {
        (self.log, self.source, self.outcomes) = (log, source, outcomes)
        (self.timeout, self.onAppend) = (timeout, onAppend)
    }

    /// Appends intents in one transaction.
    ///
    /// - Parameters:
    ///   - intents: The intents.
    ///   - session: The session.
    ///   - isNew: Whether the session must be started first, in the same transaction.
    ///   - head: A sequence number from which on the subscription receives every event. Intents that were appended before it
    ///     are repeats: their outcomes are looked up. Without it no outcome is waited for.
    ///   - traceParent: The trace that the intents belong to.
    /// - Returns: The receipts; with a `notice` if not every outcome was received in time.
    /// - Throws: `SearchBusError` if the intents are not on the log, or the log was replaced.
    public func send(
        _ intents: [IntentRequest],
        session: String,
        startingIt isNew: Bool = false,
        awaitingFrom head: SequenceNumber?,
        traceParent: TraceParent? = nil
    ) async throws -> IntentReceipts {
        let starts = isNew ? [try SessionStart.draft(session: session, source: source)] : []
        // The intents of one request have one chain.
        let correlation = intents.first?.id ?? ""
        let drafts = try intents.map {
            try $0.draft(session: session, source: source, correlation: correlation, traceParent: traceParent)
        }
        let keys = intents.map { IntentKey(session: session, addressee: $0.addressee, id: $0.id) }
        let all = starts + drafts
        guard let head else { return IntentReceipts(intents, try await append(all), of: all.count) }
        let (receipt, found) = try await outcomes.replies(to: Set(keys), within: timeout) {
            let receipt = try await append(all)
            if receipt.first <= head { try await findPastOutcomes(of: intents, session: session, since: receipt.first) }
            return receipt
        }
        let notice = found.count < intents.count ? SearchBusError.outcomesMissing(after: timeout) : nil
        return IntentReceipts(intents, receipt, of: all.count, outcomes: keys.map { found[$0] }, notice: notice)
    }

    private func append(_ drafts: [EventDraft]) async throws -> AppendReceipt {
        let start = ContinuousClock.now
        let receipt = try await log.append(drafts)
        onAppend(drafts.count, ContinuousClock.now - start)
        return receipt
    }

    /// Looks up the outcomes that repeated intents may have already.
    private func findPastOutcomes(
        of intents: [IntentRequest],
        session: String,
        since first: SequenceNumber
    ) async throws {
        let prefixes = Set(intents.map(\.addressee)).map { TopicPrefix(.outcome, $0) }
        var query = ReplayQuery(prefixes, session: session, after: first)
        for _ in 0..<10 {
            let page = try await log.replay(query)
            outcomes.received(page.events)
            guard page.through < page.head else { return }
            query.after = page.through
        }
    }
}

/// What is known of intents that are on the log.
public struct IntentReceipts: Sendable, Hashable {
    /// What is known of one intent.
    public struct Receipt: Sendable, Hashable {
        public let id: String
        public let sequence: SequenceNumber
        /// Its outcome; `nil` if it was not waited for, or not received in time.
        public let outcome: OutcomeData?

        public func json(_ outcome: OutcomeData?) -> JSON {
            var members = JSONObject([("id", .string(id)), ("sequence", .string(sequence.description))])
            if let outcome { members["outcome"] = outcome.json }
            return .object(members)
        }
    }

    public let intents: [Receipt]
    /// Why outcomes are missing, if they were waited for.
    public let notice: SearchBusError?

    init(
        _ intents: [IntentRequest],
        _ receipt: AppendReceipt,
        of count: Int,
        outcomes: [OutcomeData?] = [],
        notice: SearchBusError? = nil
    ) {
        // The intents are the last events of the append. A repeat of a part of an earlier append has that append's receipt, which
        // does not distinguish the sequence numbers.
        let isOwn = receipt.last.rawValue &- receipt.first.rawValue &+ 1 == UInt64(count)
        self.intents = intents.enumerated().map { index, intent in
            let back = isOwn ? UInt64(intents.count - 1 - index) : 0
            return Receipt(
                id: intent.id,
                sequence: SequenceNumber(rawValue: receipt.last.rawValue - back),
                outcome: index < outcomes.count ? outcomes[index] : nil
            )
        }
        self.notice = notice
    }

    /// The answer to a client.
    public var json: JSON {
        var answer = JSONObject([("intents", .array(intents.map { $0.json($0.outcome?.withoutIntent) }))])
        if let notice { answer["notice"] = notice.json }
        return .object(answer)
    }
}
